import { bytesOf, isKey } from '../identities/key.ts';
import { cut } from '../text/cut.ts';
import { keyOf } from './attributes.ts';
import { maxAgeMs, skewMs } from './limits.ts';

/** What is looked at in an answer of a provider, in this order; each has its words in i18n (saml.check.*). */
export const checkNames = [
  'document',
  'algorithms',
  'status',
  'destination',
  'signature',
  'issuer',
  'assertion',
  'version',
  'authn',
  'recipient',
  'request',
  'audience',
  'conditions',
  'time',
  'replay',
  'subject',
  'email',
] as const;
type CheckName = (typeof checkNames)[number];
export type Check = { name: CheckName; ok: boolean /** What was expected and what came, as the document says it. */; detail: string };

export type Confirmation = {
  method: string;
  recipient: string | null;
  inResponseTo: string | null;
  notBefore: string | null;
  notOnOrAfter: string | null;
};
/** What the signed part of an answer says. */
export type Assertion = {
  id: string;
  version: string | null;
  issuer: string;
  issuedAt: string;
  nameId: { value: string; format: string };
  /** How many statements it makes of a sign-in at the provider. */
  signIns: number;
  sessionIndex: string | null;
  /** Until when the provider's own session lives, as each statement of a sign-in says it. */
  sessionEnds: string[];
  confirmations: Confirmation[];
  audiences: string[][];
  /** Conditions that nobody here knows, by name: nobody could say that they hold. */
  strangeConditions: string[];
  notBefore: string | null;
  notOnOrAfter: string | null;
  attributes: Record<string, string[]>;
};
/** What stands around it; signed or not, it may contradict nothing. */
export type Envelope = {
  version: string | null;
  /** Signed as a whole, it must say for whom it is. */
  signed: boolean;
  destination: string | null;
  issuer: string | null;
  inResponseTo: string | null;
  status: string;
  statusMessage: string;
};

export type Expected = { acs: string; entityId: string; issuer: string; now: number; idpInitiated: boolean };

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

const at = (text: string | null): number => (text && instant.test(text) ? Date.parse(text) : Number.NaN);
const notYet = (text: string | null, now: number) => text !== null && !(at(text) <= now + skewMs);
const over = (text: string | null, now: number) => text !== null && !(at(text) > now - skewMs);

const said = (expected: string, came: string | null) => `${came ?? '—'} ≠ ${expected}`;

export const statusCheck = (envelope: Envelope): Check => ({
  name: 'status',
  ok: envelope.status === success,
  detail: [envelope.status, envelope.statusMessage].filter(Boolean).join(' — ') || '—',
});

/**
 * Where the envelope says that it goes. Where it is signed it must say so (SAML bindings 3.5.5.2); else the signed recipient decides,
 * and this one may only not contradict.
 */
export const destinationCheck = (envelope: Envelope, { acs }: Pick<Expected, 'acs'>): Check => ({
  name: 'destination',
  ok: envelope.destination === acs || (!envelope.signed && !envelope.destination),
  detail: envelope.destination === acs || (!envelope.signed && !envelope.destination) ? acs : said(acs, envelope.destination || null),
});

/** The rules of an answer whose signature holds (SAML profiles 4.1.4.3), each by itself so that a test page can say which. */
export function assertionChecks(
  assertion: Assertion,
  envelope: Envelope,
  expected: Expected,
  map: { subject?: string | undefined },
): Check[] {
  const { acs, entityId, issuer, now } = expected;
  const issuers = [assertion.issuer, ...(envelope.issuer === null ? [] : [envelope.issuer])];
  const bearers = assertion.confirmations.filter(({ method }) => method === bearer);
  const forUs = bearers.filter(({ recipient }) => recipient === acs);
  const timely = forUs.filter(({ notBefore, notOnOrAfter }) => notBefore === null && notOnOrAfter !== null && !over(notOnOrAfter, now));
  const asked = signedRequest(assertion, expected);
  const isAnswered = asked === envelope.inResponseTo && forUs.every(({ inResponseTo }) => inResponseTo === asked);
  const audienceFits = assertion.audiences.length > 0 && assertion.audiences.every((audiences) => audiences.includes(entityId));
  const age = at(assertion.issuedAt);
  const inTime =
    timely.length > 0 &&
    !notYet(assertion.notBefore, now) &&
    !over(assertion.notOnOrAfter, now) &&
    !assertion.sessionEnds.some((end) => over(end, now)) &&
    age <= now + skewMs &&
    age > now - maxAgeMs - skewMs;
  const versions = [envelope.version, assertion.version];
  const lasting = Boolean(map.subject?.trim()) || assertion.nameId.format !== transient;
  const key = keyOf(assertion.attributes, assertion.nameId, map);
  const ends = [...forUs.map(({ notOnOrAfter }) => notOnOrAfter), ...assertion.sessionEnds];
  const times = [assertion.issuedAt, assertion.notBefore, assertion.notOnOrAfter, ...ends];
  return [
    {
      name: 'version',
      ok: versions.every((version) => version === '2.0'),
      detail: versions.map((version) => version || '—').join(' · '),
    },
    { name: 'authn', ok: assertion.signIns > 0, detail: `${assertion.signIns}` },
    {
      name: 'issuer',
      ok: issuers.every((each) => each === issuer),
      detail: issuers.every((each) => each === issuer) ? issuer : said(issuer, issuers.find((each) => each !== issuer) ?? null),
    },
    { name: 'recipient', ok: forUs.length > 0, detail: forUs.length > 0 ? acs : said(acs, bearers[0]?.recipient ?? null) },
    {
      name: 'request',
      ok: isAnswered && (asked !== null || expected.idpInitiated),
      detail: asked ?? (isAnswered ? '—' : said('—', envelope.inResponseTo)),
    },
    {
      name: 'audience',
      ok: audienceFits,
      detail: audienceFits ? entityId : said(entityId, assertion.audiences.flat().join(', ') || null),
    },
    // SAML core 2.5.1.1: a condition that is not understood leaves the validity undetermined, and such a statement is refused.
    {
      name: 'conditions',
      ok: assertion.strangeConditions.length === 0,
      detail: cut(assertion.strangeConditions.join(', '), 300) || '—',
    },
    { name: 'time', ok: inTime, detail: `${times.filter(Boolean).join(' · ')} (${new Date(now).toISOString()})` },
    {
      name: 'subject',
      ok: lasting && [key, assertion.nameId.value].every(isKey),
      detail: `${JSON.stringify(cut(key, 300))} (${[assertion.nameId.format.split(':').at(-1), `${bytesOf(key)} B`].filter(Boolean).join(', ')})`,
    },
  ];
}

/** The request that the signed part says it answers; null for one that nobody asked for. */
export const signedRequest = (assertion: Assertion, { acs }: Pick<Expected, 'acs'>): string | null =>
  assertion.confirmations.find(({ method, recipient }) => method === bearer && recipient === acs)?.inResponseTo ?? null;

/** When the session here ends at the latest: with the provider's own, the earliest; null where it names no end. */
export function sessionEnd(assertion: Assertion, now: number): number | null {
  const end = Math.min(...assertion.sessionEnds.map(at));
  // So far away that it says nothing, and beyond what a database takes for a date.
  if (!Number.isFinite(end) || end > now + 365 * 86_400_000) return null;
  // What was taken because clocks differ ends by the other clock.
  return end > now ? end : end + skewMs;
}

/** Until when this statement could be sent again, as seconds from now. */
export function replaySeconds(assertion: Assertion, now: number): number {
  const ends = [assertion.notOnOrAfter, ...assertion.confirmations.map(({ notOnOrAfter }) => notOnOrAfter)].map(at).filter(Number.isFinite);
  const until = Math.min(Math.max(...ends, now), at(assertion.issuedAt) + maxAgeMs);
  return Math.ceil((until - now + 2 * skewMs) / 1000);
}
