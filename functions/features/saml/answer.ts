import { describe, groupsFor } from '../../../domain/saml/attributes.ts';
import { type Check, replaySeconds, sessionEnd, signedRequest } from '../../../domain/saml/checks.ts';
import type { SamlTestResult } from '../../../domain/saml/contract.ts';
import { codeSeconds, maxDocumentBytes, testSeconds } from '../../../domain/saml/limits.ts';
import { ownPath } from '../../../domain/session/intended.ts';
import { cut } from '../../../domain/text/cut.ts';
import { fold } from '../../../domain/text/fold.ts';
import { normalName } from '../../../domain/text/name.ts';
import { normalEmail, readPosition, storedPosition } from '../../../domain/users/person.ts';
import { isEmail } from '../../../domain/validation/email.ts';
import type { Context } from '../../request/context.ts';
import { getOrigin } from '../../request/get-origin.ts';
import { readBytes } from '../../request/read-bytes.ts';
import { type Route, seeOther } from '../../request/route.ts';
import { getHash, newId, newSecret } from '../../services/ids.ts';
import { keyPlace, ownAddresses, type ProviderSession, type SamlSettings } from '../../services/saml/app.ts';
import { textOfBase64 } from '../../services/saml/base64.ts';
import type { Judged } from '../../services/saml/judge.ts';
import { makeTicket, waitCode } from '../session/index.ts';
import { countWait, keepTicket, leaveCode, readApp, recordRefused, secondsIn, takeRequest } from './saml.sql.ts';

type App = Awaited<ReturnType<typeof readApp>>['rows'][number];
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A form field from a provider's page: at most a document in base64 plus a little more. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded(;|$)/i.test(type.trim())) return new URLSearchParams();
  const bytes = await readBytes(request, maxDocumentBytes * 2).catch(() => new Uint8Array());
  return new URLSearchParams(new TextDecoder().decode(bytes));
}

/** Redirects with a code that doesn't exist: the page shows the general error, so a refused response reveals no more than a late one. */
const refused = (ctx: Context): Response => seeOther(`${getOrigin(ctx.host, ctx.env)}/redirect?code=${newSecret()}`);

/**
 * Takes a provider's response (Spec 7, POST /api/saml/acs): a cross-site form, so cookies can't decide anything. A valid response leaves a
 * code for the host on which the sign-in began; a test leaves its findings for the administrator who asked for it.
 */
export const takeAnswer: Route = {
  method: 'POST',
  path: '/api/saml/acs/{id}',
  async run(request, _url, { id = '' }, ctx) {
    const form = await readForm(request);
    const xml = textOfBase64(form.get('SAMLResponse') ?? '');
    if (!uuid.test(id) || xml === null) return refused(ctx);
    const { judge, getRequest } = await import('../../services/saml/judge.ts');
    const answered = await getRequest(xml);
    const named = answered === null ? null : await getHash(answered.slice(1));
    const [waited, found] = await ctx.database.withDoor((db) => [countWait(db, ctx, 'sa'), readApp(db, ctx, id, named)]);
    const wait = secondsIn(waited);
    if (wait > 0) return seeOther(`${getOrigin(ctx.host, ctx.env)}/redirect?code=${waitCode(wait)}`);
    const [app] = found.rows;
    if (!app || app.settings.host !== ctx.host) return refused(ctx);
    const isTest = app.request?.test === true;
    if (app.status !== 'A' && !isTest) return refused(ctx);
    const { settings } = app;
    const judged = await judge(xml, {
      ...ownAddresses(id, getOrigin(settings.host, ctx.env)),
      issuer: settings.issuer,
      now: ctx.clock.now(),
      idpInitiated: settings.idpInitiated,
      certificates: settings.certificates.map(({ pem }) => pem),
      privateKey: await ctx.sealer.open(settings.key, keyPlace(ctx.tenant.id, id)),
      subjectAttribute: settings.map.subject,
    });
    if (isTest && named !== null) return endTest({ app, judged, named, xml }, ctx);
    if (!judged.ok || !judged.assertion) {
      record(ctx, { id, app, judged });
      return refused(ctx);
    }
    return arrive({ id, app, judged, relay: form.get('RelayState') }, ctx);
  },
};

const heardSeconds = 60;
const strangeSeconds = 60 * 60;

/**
 * Records which check failed, for an administrator to read. A response that is neither signed by the provider nor requested here may come
 * from anywhere: of these at most one an hour is recorded for each check.
 */
function record(ctx: Context, { id, app, judged }: { id: string; app: App; judged: Judged }): void {
  const check = judged.checks.find(({ ok }) => !ok)?.name ?? 'signature';
  ctx.log('saml_refused', { app: id, check });
  const isHeard = app.request !== null || judged.checks.some(({ name, ok }) => name === 'signature' && ok);
  const seconds = isHeard ? heardSeconds : strangeSeconds;
  ctx.later(ctx.database.withDoor((db) => [recordRefused(db, ctx, { app: id, name: app.name, check, seconds })]));
}

/** The user that the portal reads from what was signed. */
async function getPerson(judged: Judged, settings: SamlSettings, ctx: Context) {
  const { assertion } = judged;
  if (!assertion) return null;
  const described = describe(assertion.attributes, assertion.nameId, settings.map);
  const { getCountry, readPhone } = await import('../../../domain/users/phone.ts');
  const email = normalEmail(described.email);
  const name = cut(normalName(described.name), 120);
  const { position, other } = readPosition(cut(described.position, 80));
  return {
    described,
    // Never truncated: the check of the subject has refused one that is too long.
    subject: described.subject,
    nameId: assertion.nameId.value,
    email: isEmail(email) ? email : '',
    name: fold(name) ? name : email,
    sortKey: fold(name) || fold(email),
    phone: described.phone ? readPhone(described.phone, getCountry(ctx.tenant.zone)) : null,
    department: cut(normalName(described.department), 120) || null,
    position: storedPosition(position, other),
    groups: groupsFor(described.groups, settings.groups),
  };
}

async function arrive(
  { id, app, judged, relay }: { id: string; app: App; judged: Judged; relay: string | null },
  ctx: Context,
): Promise<Response> {
  const { settings } = app;
  const person = await getPerson(judged, settings, ctx);
  if (!person || !judged.assertion || !person.subject) return refused(ctx);
  const asked = signedRequest(judged.assertion, ownAddresses(id, getOrigin(settings.host, ctx.env)));
  const now = ctx.clock.now();
  const code = newSecret();
  const end = sessionEnd(judged.assertion, now);
  const facts = {
    app: id,
    appName: app.name,
    host: ctx.host,
    request: asked === null ? null : await getHash(asked.slice(1)),
    redirect: asked === null ? ownPath(relay) : null,
    seen: await getHash(`${ctx.tenant.id} ${settings.issuer} ${judged.assertion.id}`),
    seenSeconds: replaySeconds(judged.assertion, now),
    code: await getHash(code),
    codeSeconds,
    provider: {
      app: id,
      nameId: person.nameId,
      format: cut(judged.assertion.nameId.format, 300),
      sessionIndex: judged.assertion.sessionIndex === null ? null : cut(judged.assertion.sessionIndex, 300),
    } satisfies ProviderSession,
    ends: end === null ? null : new Date(end).toISOString(),
    jit: settings.jit,
    sync: settings.sync,
    newUser: newId(now),
    newIdentity: newId(now),
    address: ctx.address,
    requestId: ctx.requestId,
    person: {
      issuer: settings.issuer,
      ...person,
      mapped: [...new Set(settings.groups.map(({ group }) => group))],
      described: undefined,
    },
  };
  const [result] = await ctx.database.withDoor((db) => [leaveCode(db, ctx, facts)]);
  const host = result.rows[0]?.host;
  return host ? seeOther(`${getOrigin(host, ctx.env)}/redirect?code=${code}`) : refused(ctx);
}

const shownText = (xml: string) => cut(xml.replaceAll('\u0000', '').toWellFormed(), 60_000);

/** The result of a test goes once to the administrator who asked for it; it signs no one in and creates no one. */
async function endTest(
  { app, judged, named, xml }: { app: App; judged: Judged; named: string; xml: string },
  ctx: Context,
): Promise<Response> {
  const person = await getPerson(judged, app.settings, ctx);
  const email: Check = { name: 'email', ok: person !== null && person.email !== '', detail: person?.described.email || '—' };
  const checks = [...judged.checks, ...(person ? [email] : [])];
  const result: SamlTestResult = {
    app: app.name,
    ok: checks.every(({ ok }) => ok),
    checks,
    person: person && { ...person.described, profile: 'user' },
    attributes: Object.entries(judged.assertion?.attributes ?? {}).map(([name, values]) => ({ name, values })),
    assertion: shownText(judged.signed),
    document: shownText(xml),
  };
  const { secret, store } = await makeTicket(ctx, {
    purpose: 'saml.test',
    host: app.request?.host ?? ctx.host,
    body: result,
    seconds: testSeconds,
  });
  await ctx.database.withDoor((db) => [takeRequest(db, ctx, named), keepTicket(db, store)]);
  return seeOther(
    `${getOrigin(app.request?.host ?? ctx.host, ctx.env)}/azure/saml?area=saml&id=${app.request?.app}&panel=test&result=${secret}`,
  );
}
