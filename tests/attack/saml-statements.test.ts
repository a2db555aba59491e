import { beforeAll, describe, expect, test } from 'vitest';
import { type Api, api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import {
  type AnswerOptions,
  answer,
  arrive,
  begin,
  bring,
  getSessions,
  makeProvider,
  makeSamlApp,
  type Provider,
  type SamlApp,
  sign,
  writeAssertion,
  writeResponse,
} from '../support/saml-provider.ts';

// Contents of correctly signed assertions, each beside one that is accepted (SAML core 2.7, profiles 4.1.4).

const harness = useHarness();
let tenant: Tenant;
let administrator: Api;
let anybody: Api;
let provider: Provider;
let app: SamlApp;

beforeAll(async () => {
  tenant = await makeTenant();
  administrator = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
  anybody = api(harness, tenant);
  provider = await makeProvider();
  app = await makeSamlApp(administrator, provider, { jit: 'S' });
});

const keyless = { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' };
let people = 0;
/** A new user, as a provider describes them. */
const newUser = (): AnswerOptions => {
  people += 1;
  return { ...keyless, nameId: `key-${people}`, attributes: { email: `p${people}@people.test` } };
};

async function signIn(options: AnswerOptions, write = (more: AnswerOptions) => answer(provider, app, more)) {
  const { id, cookie } = await begin(anybody, app);
  return arrive(anybody, await bring(harness, app.acs, write({ inResponseTo: id, ...options })), cookie);
}

/** The checks that a test reports as failed. */
async function failedChecks(options: AnswerOptions, write = (more: AnswerOptions) => answer(provider, app, more)): Promise<string[]> {
  const started = await administrator.post('/api/auth/saml/test', { id: app.id });
  const { inflateRawSync } = await import('node:zlib');
  const xml = inflateRawSync(Buffer.from(new URL(started.body.url).searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  const inResponseTo = / ID="([^"]+)"/.exec(xml)?.[1] ?? '';
  const location = new URL(await bring(harness, app.acs, write({ inResponseTo, ...options })));
  const { body } = await administrator.post('/api/auth/saml/test/result', { ticket: location.searchParams.get('result') ?? '' });
  return body.checks.filter(({ ok }: { ok: boolean }) => !ok).map(({ name }: { name: string }) => name);
}

/** Refused by the intended check. */
async function expectRefused(options: AnswerOptions, check: string, write?: (more: AnswerOptions) => string) {
  const before = await getSessions(tenant);
  const { status, body } = await signIn(options, write);
  expect([status, body.status]).toEqual([401, 'error_saml']);
  expect(await getSessions(tenant)).toBe(before);
  expect(await failedChecks(options, write)).toContain(check);
}
const expectTaken = async (options: AnswerOptions, write?: (more: AnswerOptions) => string) => {
  const { body, text } = await signIn(options, write);
  expect(body.status, text).toBe('ok');
  return body;
};

describe('the key of a user', () => {
  const long = (end: string) => 'k'.repeat(1000) + end;

  test('two that differ after a thousand characters are two users: too long is refused, the maximum is accepted', async () => {
    await expectRefused({ ...newUser(), nameId: long('a') }, 'subject');
    await expectRefused({ ...newUser(), nameId: long('b') }, 'subject');
    await expectTaken({ ...newUser(), nameId: long('') });
    expect(await query(`select length(subject) as n from identities where tenant_id = $1 and subject like 'kkk%'`, [tenant.id])).toEqual([
      { n: 1000 },
    ]);
  });

  test('the limit applies to the attribute that an app uses as the key', async () => {
    const map = { subject: 'uid', email: '', name: '', phone: '', department: '', position: '', groups: '' };
    const own = await makeSamlApp(administrator, provider, { jit: 'S', map });
    const enter = async (uid: string) => {
      const { id, cookie } = await begin(anybody, own);
      const { attributes, ...rest } = newUser();
      const xml = answer(provider, own, { inResponseTo: id, ...rest, attributes: { ...attributes, uid } });
      return (await arrive(anybody, await bring(harness, own.acs, xml), cookie)).body.status;
    };
    expect(await enter(`u${long('a')}`)).toBe('error_saml');
    expect(await enter('')).toBe('error_saml');
    expect(await enter('uid-1')).toBe('ok');
  });

  test.each([
    ['empty', ''],
    ['of spaces', '   '],
    ['of line breaks', '\n\t\n'],
    ['with a space before it', ' key-0'],
    ['with a line break after it', 'key-0\n'],
    ['with a no-break space after it', 'key-0\u00a0'],
  ])('one that is %s is refused', async (_, nameId) => {
    await expectTaken({ ...newUser(), nameId: 'key-0' });
    await expectRefused({ ...newUser(), nameId }, 'subject');
  });

  test.each([
    ['an unpaired surrogate', '&#xD83D;'],
    ['the other surrogate', '&#56832;'],
    ['NUL', '&#0;'],
    ['a control character', '&#x1;'],
    ['a raw control character', '\u0001'],
    ['a code point beyond Unicode', '&#x110000;'],
  ])('%s is refused anywhere in the document, not only in the key', async (_, strange) => {
    // The character is replaced after signing: the document is checked before its signature.
    const write = (where: 'nameId' | 'name') => (more: AnswerOptions) =>
      answer(provider, app, where === 'nameId' ? { ...more, nameId: `key-Q` } : { ...more, attributes: { displayName: 'Q' } }).replace(
        where === 'nameId' ? 'key-Q<' : '>Q<',
        where === 'nameId' ? `key-${strange}<` : `>${strange}<`,
      );
    await expectRefused(newUser(), 'document', write('nameId'));
    await expectRefused(newUser(), 'document', write('name'));
  });

  test('surrogate pairs are whole: accepted, and cut between two characters only', async () => {
    const { attributes, ...rest } = newUser();
    const name = `${'x'.repeat(119)}😀`;
    const { user } = await expectTaken({
      ...rest,
      nameId: 'key-😀',
      attributes: { ...attributes, displayName: name, department: name, title: name },
    });
    expect(user.name).toBe('x'.repeat(119));
    expect(await query('select subject from identities where user_id = $1', [user.id])).toEqual([{ subject: 'key-😀' }]);
  });
});

describe('the session at the provider', () => {
  const getEnd = async (person: string) => {
    const [row] = await query(`select expires_at, created_at from sessions where user_id = $1 order by created_at desc limit 1`, [person]);
    return (new Date(String(row?.expires_at)).getTime() - new Date(String(row?.created_at)).getTime()) / 1000;
  };

  test('an expired one is refused, with a minute of clock tolerance', async () => {
    await expectRefused({ ...newUser(), sessionEnds: -90 }, 'time');
    await expectTaken({ ...newUser(), sessionEnds: -30 });
  });

  test('an end that isn’t an instant is refused, and the earliest of several counts', async () => {
    const statement = (end: string) => `<saml:AuthnStatement AuthnInstant="2026-01-01T00:00:00Z" SessionNotOnOrAfter="${end}"/>`;
    const soon = new Date(Date.now() + 600_000).toISOString();
    await expectRefused({ ...newUser(), authn: statement('tomorrow') }, 'time');
    await expectRefused({ ...newUser(), authn: statement(soon) + statement('2026-01-01T00:00:00Z') }, 'time');
    const { user } = await expectTaken({ ...newUser(), authn: statement('2099-01-01T00:00:00Z') + statement(soon) });
    expect(await getEnd(user.id)).toBeLessThanOrEqual(601);
  });

  test('a session here does not outlive it, however much it is used; without an end the unit’s limit applies', async () => {
    const { user, token } = await expectTaken({ ...newUser(), sessionEnds: 900 });
    expect(await getEnd(user.id)).toBeGreaterThan(800);
    expect(await getEnd(user.id)).toBeLessThanOrEqual(901);
    const client = api(harness, tenant, token);
    const used = await client.post('/api/refresh/log/auth', { used: 'S' });
    expect(used.status, used.text).toBe(200);
    expect(await getEnd(user.id)).toBeLessThanOrEqual(901);
    const free = await expectTaken({ ...newUser(), sessionEnds: 400_000 });
    expect(await getEnd(free.user.id)).toBeCloseTo(8 * 3600, -1);
    expect(await getEnd((await expectTaken(newUser())).user.id)).toBeCloseTo(8 * 3600, -1);
  });
});

describe('the parts of a sign-in', () => {
  test('an assertion with attributes alone signs no one in', () => expectRefused({ ...newUser(), authn: '' }, 'authn'));

  test('nor does one with an authorization decision', () =>
    expectRefused({ ...newUser(), authn: '<saml:AuthzDecisionStatement Resource="x" Decision="Permit"/>' }, 'authn'));

  test.each([
    ['of the response', { responseVersion: '1.1' }],
    ['of the response, none', { responseVersion: '' }],
    ['of the assertion', { version: '1.1' }],
  ])('a version other than 2.0: %s', async (_, options) => {
    await expectRefused({ ...newUser(), ...options }, 'version');
    await expectTaken(newUser());
  });
});

test('an unknown condition makes an assertion invalid; those of the standard do not', async () => {
  const forUs = `<saml:AudienceRestriction><saml:Audience>${app.entityId}</saml:Audience></saml:AudienceRestriction>`;
  const strange = [
    '<saml:Condition xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:x="urn:x" xsi:type="x:OnlyOnMondays"/>',
    '<x:OnlyOnMondays xmlns:x="urn:x"/>',
  ];
  for (const condition of strange) await expectRefused({ ...newUser(), conditions: forUs + condition }, 'conditions');
  await expectTaken({ ...newUser(), conditions: `${forUs}<saml:OneTimeUse/><saml:ProxyRestriction Count="0"/>` });
});

describe('a response that is signed as a whole', () => {
  const whole = (options: AnswerOptions) =>
    sign(writeResponse(provider, app, writeAssertion(provider, app, options), options), provider, 'Response');

  test('must name its destination', async () => {
    await expectTaken(newUser(), whole);
    await expectRefused({ ...newUser(), destination: null }, 'destination', whole);
    await expectRefused({ ...newUser(), destination: '' }, 'destination', whole);
    await expectRefused({ ...newUser(), destination: 'https://other.test/acs' }, 'destination', whole);
    // Unsigned, it may omit the destination: the signed recipient decides.
    await expectTaken({ ...newUser(), destination: null });
  });
});
