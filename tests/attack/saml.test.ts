import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Api, api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';
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

// Every document is a fresh variation of a valid one; each beside a control that is accepted (QUALITY, SAML).

const harness = useHarness();
type Scene = { tenant: Tenant; anybody: Api; administrator: Api; provider: Provider; app: SamlApp; victim: User };
let here: Scene;
let open: SamlApp;

async function makeScene(provider?: Provider): Promise<Scene> {
  const tenant = await makeTenant();
  const administrator = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
  const own = provider ?? (await makeProvider());
  const app = await makeSamlApp(administrator, own);
  return { tenant, administrator, anybody: api(harness, tenant), provider: own, app, victim: await makeUser(tenant) };
}

beforeAll(async () => {
  here = await makeScene();
  open = await makeSamlApp(here.administrator, here.provider, { idpInitiated: 'S' });
});

/** Sends what `forge` makes of a fresh request through the whole flow, as the browser that asked. */
async function attempt(forge: (inResponseTo: string, signed: (options?: AnswerOptions) => string) => string, scene = here) {
  const { id, cookie } = await begin(scene.anybody, scene.app);
  const xml = forge(id, (options = {}) => answer(scene.provider, scene.app, { inResponseTo: id, nameId: scene.victim.email, ...options }));
  return arrive(scene.anybody, await bring(harness, scene.app.acs, xml), cookie);
}

async function expectRefused(forge: Parameters<typeof attempt>[0], scene = here) {
  const before = await getSessions(scene.tenant);
  const { status, body } = await attempt(forge, scene);
  expect([status, body.status]).toEqual([401, 'error_saml']);
  expect(await getSessions(scene.tenant)).toBe(before);
  // A refusal consumes nothing: the valid response to the same request is accepted.
  const control = await attempt((_, signed) => signed(), scene);
  expect(control.body.status).toBe('ok');
  expect(await getSessions(scene.tenant)).toBe(before + 1);
}

const assertionIn = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? '';
const signatureIn = (xml: string) => /<ds:Signature[\s\S]*?<\/ds:Signature>/.exec(xml)?.[0] ?? '';
/** The forged assertion: the signed one with another id and another user, without a signature. */
const evil = (assertion: string, keepsId = false) => {
  const other = assertion.replace(signatureIn(assertion), '').replace(/(<saml:NameID[^>]*>)[^<]*/, `$1attacker@people.test`);
  return keepsId ? other : other.replace(/ ID="[^"]+"/, ` ID="_evil${randomUUID()}"`);
};
const wrapResponse = (original: string, forged: string) => original.replace(assertionIn(original), forged);

describe('signature wrapping', () => {
  const signedResponse = (id: string) =>
    sign(
      writeResponse(here.provider, here.app, writeAssertion(here.provider, here.app, { inResponseTo: id, nameId: here.victim.email }), {
        inResponseTo: id,
      }),
      here.provider,
      'Response',
    );
  const forgedResponse = (original: string) =>
    wrapResponse(
      original.replace(signatureIn(original), '').replace(/ ID="[^"]+"/, ` ID="_evil${randomUUID()}"`),
      evil(assertionIn(original)),
    );

  test('1: the signed response inside the signature of a forged one', () =>
    expectRefused((id) => {
      const original = signedResponse(id);
      const moved = signatureIn(original).replace(
        '</ds:Signature>',
        `<ds:Object>${original.replace(signatureIn(original), '')}</ds:Object></ds:Signature>`,
      );
      return forgedResponse(original).replace('</saml:Issuer>', `</saml:Issuer>${moved}`);
    }));
  test('2: the signed response beside a detached signature of a forged one', () =>
    expectRefused((id) => {
      const original = signedResponse(id);
      const bare = original.replace(signatureIn(original), '');
      return forgedResponse(original).replace(
        '</saml:Issuer>',
        `</saml:Issuer>${signatureIn(original)}<samlp:Extensions>${bare}</samlp:Extensions>`,
      );
    }));
  test('3: a forged assertion before the signed one', () =>
    expectRefused((_, signed) => {
      const original = signed();
      return wrapResponse(original, `${evil(assertionIn(original))}${assertionIn(original)}`);
    }));
  test('4: the signed assertion inside a forged one', () =>
    expectRefused((_, signed) => {
      const original = signed();
      return wrapResponse(original, evil(assertionIn(original)).replace('</saml:Assertion>', `${assertionIn(original)}</saml:Assertion>`));
    }));
  test('5: a forged assertion that carries the signature, the signed one at the end', () =>
    expectRefused((_, signed) => {
      const original = signed();
      const assertion = assertionIn(original);
      const forged = evil(assertion).replace('</saml:Issuer>', `</saml:Issuer>${signatureIn(assertion)}`);
      return wrapResponse(original, `${forged}${assertion.replace(signatureIn(assertion), '')}`);
    }));
  test('6: the same, the signed assertion inside the signature', () =>
    expectRefused((_, signed) => {
      const original = signed();
      const assertion = assertionIn(original);
      const holding = signatureIn(assertion).replace(
        '</ds:Signature>',
        `<ds:Object>${assertion.replace(signatureIn(assertion), '')}</ds:Object></ds:Signature>`,
      );
      return wrapResponse(original, evil(assertion).replace('</saml:Issuer>', `</saml:Issuer>${holding}`));
    }));
  test('7: the signed assertion among extensions', () =>
    expectRefused((_, signed) => {
      const original = signed();
      return wrapResponse(original, `<samlp:Extensions>${assertionIn(original)}</samlp:Extensions>${evil(assertionIn(original), true)}`);
    }));
  test('8: the signed assertion in an object of the forged one’s signature', () =>
    expectRefused((_, signed) => {
      const original = signed();
      const assertion = assertionIn(original);
      const holding = signatureIn(assertion).replace('</ds:Signature>', `<ds:Object>${assertion}</ds:Object></ds:Signature>`);
      return wrapResponse(original, evil(assertion, true).replace('</saml:Issuer>', `</saml:Issuer>${holding}`));
    }));
});

describe('signatures', () => {
  test('stripped', () =>
    expectRefused((_, signed) =>
      signed()
        .replace(signatureIn(signed()), '')
        .replace(/<ds:Signature[\s\S]*?<\/ds:Signature>/, ''),
    ));
  test('of a stranger with the right name', async () => {
    const stranger = await makeProvider(here.provider.issuer);
    await expectRefused((id) => answer(here.provider, here.app, { inResponseTo: id, nameId: here.victim.email }, { key: stranger }));
  });
  test('of another tenant’s provider', async () => {
    const other = await makeScene();
    await expectRefused((id) => answer(other.provider, here.app, { inResponseTo: id, nameId: here.victim.email }));
  });
  test('over something else: a letter was changed', () =>
    expectRefused((_, signed) => signed().replace(here.victim.email, 'attacker@people.test')));
  test('by SHA-1', () =>
    expectRefused((id) =>
      answer(
        here.provider,
        here.app,
        { inResponseTo: id, nameId: here.victim.email },
        { signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1', digest: 'http://www.w3.org/2000/09/xmldsig#sha1' },
      ),
    ));
  test('over a SHA-1 digest', () =>
    expectRefused((id) =>
      answer(
        here.provider,
        here.app,
        { inResponseTo: id, nameId: here.victim.email },
        { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' },
      ),
    ));
});

describe('documents', () => {
  test('a comment in the name', () =>
    expectRefused((id) =>
      answer(here.provider, here.app, { inResponseTo: id, nameId: `${here.victim.email}.evil.test` }).replace(
        '.evil.test',
        '<!---->.evil.test',
      ),
    ));
  test('a comment that was signed', () =>
    expectRefused((id) => answer(here.provider, here.app, { inResponseTo: id, nameId: `${here.victim.email}<!-- -->.evil.test` })));
  test('a document type', () => expectRefused((_, signed) => `<!DOCTYPE x [<!ENTITY e "v">]>${signed()}`));
  test('an external entity', () =>
    expectRefused((_, signed) => `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "http://127.0.0.1/">]>${signed()}`));
  test('a processing instruction', () => expectRefused((_, signed) => signed().replace('<samlp:Status>', '<?x y?><samlp:Status>')));
  test('two assertions, both signed', () =>
    expectRefused((id, signed) => {
      const more = sign(
        writeAssertion(here.provider, here.app, { inResponseTo: id, nameId: here.victim.email }),
        here.provider,
        'Assertion',
      );
      return signed().replace('</samlp:Response>', `${more}</samlp:Response>`);
    }));
  test('more than 256 KiB', () => expectRefused((_, signed) => signed().replace('<samlp:Status>', `${' '.repeat(270_000)}<samlp:Status>`)));
  test('not an XML document', () => expectRefused(() => 'hello'));
});

describe('the content', () => {
  test.each<[string, AnswerOptions]>([
    ['audience', { audience: 'https://other.test/metadata' }],
    ['recipient', { recipient: 'https://other.test/acs' }],
    ['destination', { destination: 'https://other.test/acs' }],
    ['issuer of the assertion', { issuer: 'https://other.test' }],
    ['issuer of the response', { responseIssuer: 'https://other.test' }],
    ['time: not yet', { notBefore: 90 }],
    ['time: expired', { notOnOrAfter: -90 }],
    ['time: issued long ago', { issuedAt: -4000 }],
    ['time: issued in the future', { issuedAt: 90 }],
    ['status', { status: 'urn:oasis:names:tc:SAML:2.0:status:Requester' }],
    ['transient name identifier', { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }],
    ['unknown request', { inResponseTo: '_nobody' }],
    ['no request', { inResponseTo: null }],
  ])('wrong %s', (_, options) => expectRefused((_id, signed) => signed(options)));

  test('clocks may be a minute apart', async () => {
    for (const options of [{ notBefore: 50 }, { notOnOrAfter: -50 }])
      expect((await attempt((_, signed) => signed(options))).body.status).toBe('ok');
  });
  test('the InResponseTo of the response alone', () =>
    expectRefused((id) =>
      writeResponse(
        here.provider,
        here.app,
        sign(writeAssertion(here.provider, here.app, { nameId: here.victim.email }), here.provider, 'Assertion'),
        { inResponseTo: id },
      ),
    ));
});

describe('replays and other audiences', () => {
  test('a used response', async () => {
    const { id, cookie } = await begin(here.anybody, here.app);
    const xml = answer(here.provider, here.app, { inResponseTo: id, nameId: here.victim.email });
    expect((await arrive(here.anybody, await bring(harness, here.app.acs, xml), cookie)).body.status).toBe('ok');
    expect((await arrive(here.anybody, await bring(harness, here.app.acs, xml), cookie)).body.status).toBe('error_saml');
    // The same request with a new assertion is used as well.
    const fresh = answer(here.provider, here.app, { inResponseTo: id, nameId: here.victim.email });
    expect((await arrive(here.anybody, await bring(harness, here.app.acs, fresh), cookie)).body.status).toBe('error_saml');
  });

  test('an unsolicited response, a second time', async () => {
    const xml = answer(here.provider, open, { nameId: here.victim.email });
    expect((await arrive(here.anybody, await bring(harness, open.acs, xml))).body.status).toBe('ok');
    expect((await arrive(here.anybody, await bring(harness, open.acs, xml))).body.status).toBe('error_saml');
  });

  test('a response for another app of the tenant, and for another tenant with the same provider', async () => {
    const other = await makeScene(here.provider);
    const xml = answer(here.provider, open, { nameId: here.victim.email });
    expect((await arrive(here.anybody, await bring(harness, here.app.acs, xml))).body.status).toBe('error_saml');
    expect((await arrive(other.anybody, await bring(harness, other.app.acs, xml))).body.status).toBe('error_saml');
    // An app's address under another tenant's host does not exist.
    const moved = open.acs.replace(here.tenant.host, other.tenant.host);
    expect(
      (
        await arrive(
          other.anybody,
          await bring(harness, moved, answer(here.provider, { ...open, acs: moved }, { nameId: here.victim.email })),
        )
      ).body.status,
    ).toBe('error_saml');
    expect(await getSessions(other.tenant)).toBe(0);
  });

  test('the request of another tenant and of another app', async () => {
    const other = await makeScene(here.provider);
    const { id } = await begin(other.anybody, other.app);
    await expectRefused((_, signed) => signed({ inResponseTo: id }));
    const second = await makeSamlApp(here.administrator, here.provider);
    const { id: of } = await begin(here.anybody, second);
    await expectRefused((_, signed) => signed({ inResponseTo: of }));
  });

  test('an inactive app', async () => {
    const off = await makeSamlApp(here.administrator, here.provider, { idpInitiated: 'S' }, false);
    expect((await here.anybody.post('/api/saml/login', { app: off.id })).body.status).toBe('error_saml');
    const location = await bring(harness, off.acs, answer(here.provider, off, { nameId: here.victim.email }));
    expect((await arrive(here.anybody, location)).body.status).toBe('error_saml');
  });

  test('none of these attacks created a user', async () => {
    expect(await query(`select email from users where email like 'attacker@%' or email like '%.evil.test'`)).toEqual([]);
    expect(await query('select distinct subject from identities where tenant_id = $1', [here.tenant.id])).toEqual([
      { subject: here.victim.email },
    ]);
  });
});
