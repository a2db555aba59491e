import { createHmac, createSign, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { encrypt } from 'xml-encryption';
import { toPem } from '../../functions/services/saml/certificate.ts';
import { type Api, api, getApi } from '../support/api.ts';
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
  samlBody,
  sign,
  writeAssertion,
  writeResponse,
} from '../support/saml-provider.ts';

// Malformed signatures and ciphers, signed with the right key where signed; each beside a control that is accepted.

const harness = useHarness();
let tenant: Tenant;
let anybody: Api;
let administrator: Api;
let provider: Provider;
let app: SamlApp;
let open: SamlApp;
let own: string;
let person: User;

beforeAll(async () => {
  tenant = await makeTenant();
  administrator = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
  anybody = api(harness, tenant);
  provider = await makeProvider();
  app = await makeSamlApp(administrator, provider);
  open = await makeSamlApp(administrator, provider, { idpInitiated: 'S' });
  own = (await administrator.get(`/api/auth/saml/${app.id}`)).body.own.certificate.pem;
  person = await makeUser(tenant);
});

type Forge = (options: AnswerOptions) => string | Promise<string>;
async function attempt(forge: Forge) {
  const { id, cookie } = await begin(anybody, app);
  return arrive(anybody, await bring(harness, app.acs, await forge({ inResponseTo: id, nameId: person.email })), cookie);
}
async function expectRefused(forge: Forge, control: Forge = (options) => answer(provider, app, options)) {
  const before = await getSessions(tenant);
  const { status, body } = await attempt(forge);
  expect([status, body.status]).toEqual([401, 'error_saml']);
  expect(await getSessions(tenant)).toBe(before);
  expect((await attempt(control)).body.status).toBe('ok');
}

const signatureNs = 'http://www.w3.org/2000/09/xmldsig#';
const c14n = 'http://www.w3.org/2001/10/xml-exc-c14n#';
type Maker = (text: string) => string;
const byKey: Maker = (text) => createSign('RSA-SHA256').update(text).sign(toPem(provider.privateKey, 'PRIVATE KEY'), 'base64');

/** Changes the signed part of an answer and signs it again by hand, so that the signature holds whatever it says. */
function resigned(xml: string, change: (info: string) => string, make: Maker = byKey): string {
  const info = /<ds:SignedInfo>[\s\S]*?<\/ds:SignedInfo>/.exec(xml)?.[0] ?? '';
  const changed = change(info);
  const plain = changed
    .replace('<ds:SignedInfo>', `<ds:SignedInfo xmlns:ds="${signatureNs}">`)
    .replace(/<([\w:]+)([^>]*?)\s*\/>/g, '<$1$2></$1>');
  return xml.replace(info, changed).replace(/(<ds:SignatureValue>)[^<]*/, `$1${make(plain)}`);
}
const byHand: Forge = (options) => resigned(answer(provider, app, options), (info) => info);
const transform = (algorithm: string, inside = '') => `<ds:Transform Algorithm="${algorithm}">${inside}</ds:Transform>`;
const withTransforms =
  (write: (usual: string) => string): Forge =>
  (options) =>
    resigned(answer(provider, app, options), (info) =>
      info.replace(/(<ds:Transforms>)([\s\S]*?)(<\/ds:Transforms>)/, (_, before, usual, after) => `${before}${write(usual)}${after}`),
    );

describe('signatures', () => {
  test.each([
    [
      'a style sheet',
      (usual: string) =>
        usual +
        transform(
          'http://www.w3.org/TR/1999/REC-xslt-19991116',
          '<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="1.0"><xsl:template match="/"><x></x></xsl:template></xsl:stylesheet>',
        ),
    ],
    ['a path', (usual: string) => transform('http://www.w3.org/TR/1999/REC-xpath-19991116', '<ds:XPath>false()</ds:XPath>') + usual],
    ['an unknown transformation', (usual: string) => usual + transform('https://evil.test/transform')],
    ['three', (usual: string) => usual + transform(c14n)],
    ['none', () => ''],
  ])('with transformations: %s', (_, write) => expectRefused(withTransforms(write), byHand));

  test('over two parts, the second a stranger’s', () =>
    expectRefused(
      (options) =>
        resigned(answer(provider, app, options), (info) => {
          const reference = /<ds:Reference[\s\S]*?<\/ds:Reference>/.exec(info)?.[0] ?? '';
          return info.replace(reference, reference + reference.replace(/URI="[^"]*"/, 'URI="#_other"'));
        }),
      byHand,
    ));

  test('over the same part twice', () =>
    expectRefused(
      (options) =>
        resigned(answer(provider, app, options), (info) => info.replace(/<ds:Reference[\s\S]*?<\/ds:Reference>/, (each) => each + each)),
      byHand,
    ));

  test('over an empty reference, and over the whole document by an empty name', async () => {
    await expectRefused((options) =>
      resigned(answer(provider, app, options), (info) => info.replace(/<ds:Reference[\s\S]*?<\/ds:Reference>/, '')),
    );
    await expectRefused((options) => resigned(answer(provider, app, options), (info) => info.replace(/URI="[^"]*"/, 'URI=""')), byHand);
  });

  test.each([
    ['HMAC-SHA1', 'http://www.w3.org/2000/09/xmldsig#hmac-sha1', 'sha1'],
    ['HMAC-SHA256', 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256', 'sha256'],
  ])('by %s with the certificate, which is public, as the secret', async (_, algorithm, hash) => {
    for (const secret of [provider.certificate, toPem(provider.certificate)])
      await expectRefused(
        (options) =>
          resigned(
            answer(provider, app, options),
            (info) => info.replace(/(<ds:SignatureMethod Algorithm=")[^"]*/, `$1${algorithm}`),
            (text) => createHmac(hash, secret).update(text).digest('base64'),
          ),
        byHand,
      );
  });

  test.each([
    ['MD5', 'http://www.w3.org/2001/04/xmldsig-more#rsa-md5', 'RSA-MD5'],
    ['no algorithm', '', 'RSA-SHA256'],
  ])('by RSA and %s', (_, algorithm, name) =>
    expectRefused(
      (options) =>
        resigned(
          answer(provider, app, options),
          (info) => info.replace(/(<ds:SignatureMethod Algorithm=")[^"]*/, `$1${algorithm}`),
          (text) => createSign(name).update(text).sign(toPem(provider.privateKey, 'PRIVATE KEY'), 'base64'),
        ),
      byHand,
    ),
  );

  test('two elements with one id', async () => {
    // The assertion's id is also on an element before it, or on the response itself.
    const getId = (xml: string) => /<saml:Assertion[^>]* ID="([^"]+)"/.exec(xml)?.[1] ?? '';
    await expectRefused((options) => {
      const xml = answer(provider, app, options);
      return xml.replace('<samlp:Status>', `<samlp:Extensions><x ID="${getId(xml)}">y</x></samlp:Extensions><samlp:Status>`);
    });
    await expectRefused((options) => {
      const xml = answer(provider, app, options);
      return xml.replace(/(<samlp:Response[^>]* ID=")[^"]+/, `$1${getId(xml)}`);
    });
  });
});

describe('encrypted assertions', () => {
  const sealed = (text: string): Promise<string> =>
    new Promise((resolve, reject) =>
      encrypt(
        text,
        {
          rsa_pub: toPem(own),
          pem: toPem(own),
          encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
          keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
        } as never, // because its types lack the option for a certificate alone
        (error: Error | null, result: string) =>
          error
            ? reject(error)
            : resolve(`<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${result}</saml:EncryptedAssertion>`),
      ),
    );
  const signed = (options: AnswerOptions) => sign(writeAssertion(provider, app, options), provider, 'Assertion');
  const evil = (options: AnswerOptions) => writeAssertion(provider, app, { ...options, nameId: 'attacker@people.test' });
  const whole = (options: AnswerOptions, inside: string) => writeResponse(provider, app, inside, options);
  const control: Forge = async (options) => whole(options, await sealed(signed(options)));

  test('two assertions inside one', () =>
    expectRefused(async (options) => whole(options, await sealed(`<x>${evil(options)}${signed(options)}</x>`)), control));
  test('an assertion inside an assertion', () =>
    expectRefused(
      async (options) => whole(options, await sealed(evil(options).replace('</saml:Assertion>', `${signed(options)}</saml:Assertion>`))),
      control,
    ));
  test('unsigned', () => expectRefused(async (options) => whole(options, await sealed(evil(options))), control));
  test('with a signature over another assertion, in plain text beside it', async () => {
    await expectRefused(async (options) => whole(options, (await sealed(evil(options))) + signed(options)), control);
    await expectRefused(async (options) => whole(options, signed(options) + (await sealed(evil(options)))), control);
    await expectRefused(
      async (options) => whole(options, `<samlp:Extensions>${signed(options)}</samlp:Extensions>${await sealed(evil(options))}`),
      control,
    );
  });
  test('two encrypted ones', () =>
    expectRefused(async (options) => whole(options, (await sealed(evil(options))) + (await sealed(signed(options)))), control));
  test('one inside a plain-text assertion', () =>
    expectRefused(
      async (options) => whole(options, evil(options).replace('</saml:Assertion>', `${await sealed(signed(options))}</saml:Assertion>`)),
      control,
    ));
  test('an encrypted one inside an encrypted one', () =>
    expectRefused(async (options) => whole(options, await sealed(await sealed(signed(options)))), control));
  test.each([
    ['a comment', (text: string) => text.replace('@people', '<!-- -->@people')],
    ['a document type', (text: string) => `<!DOCTYPE x [<!ENTITY e "v">]>${text}`],
    ['a CDATA section', (text: string) => text.replace(/(<saml:NameID[^>]*>)([^<]*)/, '$1<![CDATA[$2]]>')],
    ['a processing instruction', (text: string) => text.replace('<saml:Subject>', '<?x y?><saml:Subject>')],
    ['an unpaired surrogate', (text: string) => text.replace('@people', '&#xD800;@people')],
  ])('%s inside', (_, change) => expectRefused(async (options) => whole(options, await sealed(change(signed(options)))), control));
});

describe('missing parts of an assertion', () => {
  const confirmation = (attributes: string, method = 'bearer') =>
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:${method}"><saml:SubjectConfirmationData ${attributes}/></saml:SubjectConfirmation>`;
  const later = () => new Date(Date.now() + 300_000).toISOString();
  const usual = (id: string | null | undefined) => `Recipient="${app.acs}" InResponseTo="${id}" NotOnOrAfter="${later()}"`;

  test.each<[string, (options: AnswerOptions) => AnswerOptions]>([
    ['the audience', () => ({ conditions: '' })],
    ['the audience’s value', () => ({ conditions: '<saml:AudienceRestriction></saml:AudienceRestriction>' })],
    [
      'one of two audiences',
      () => ({
        conditions:
          `<saml:AudienceRestriction><saml:Audience>${app.entityId}</saml:Audience></saml:AudienceRestriction>` +
          '<saml:AudienceRestriction><saml:Audience>https://other.test</saml:Audience></saml:AudienceRestriction>',
      }),
    ],
    ['the confirmation', () => ({ confirmation: '' })],
    ['a confirmation by its bearer', ({ inResponseTo }) => ({ confirmation: confirmation(usual(inResponseTo), 'holder-of-key') })],
    [
      'the end of the confirmation',
      ({ inResponseTo }) => ({
        confirmation: confirmation(`Recipient="${app.acs}" InResponseTo="${inResponseTo}"`),
      }),
    ],
    ['the recipient', ({ inResponseTo }) => ({ confirmation: confirmation(`InResponseTo="${inResponseTo}" NotOnOrAfter="${later()}"`) })],
    ['the request', () => ({ confirmation: confirmation(`Recipient="${app.acs}" NotOnOrAfter="${later()}"`) })],
    [
      'nothing, but confirms from a time on',
      ({ inResponseTo }) => ({
        confirmation: confirmation(`NotBefore="${new Date(Date.now() - 60_000).toISOString()}" ${usual(inResponseTo)}`),
      }),
    ],
  ])('%s', (_, change) =>
    expectRefused(
      (options) => answer(provider, app, { ...options, ...change(options) }),
      (options) => answer(provider, app, { ...options, confirmation: confirmation(usual(options.inResponseTo)) }),
    ),
  );
});

test('an unsolicited response, sixty times at once, starts one session', { retry: 0 }, async () => {
  const before = await getSessions(tenant);
  const xml = answer(provider, open, { nameId: person.email });
  const places = await Promise.all(Array.from({ length: 60 }, () => bring(harness, open.acs, xml)));
  const ends = await Promise.all(places.map((place) => arrive(anybody, place)));
  expect(ends.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await getSessions(tenant)).toBe(before + 1);
});

test('a provider’s key of less than 2048 bits is refused', async () => {
  // A certificate of 1024 bits and one of 2048, both made by openssl and of the same kind.
  const short =
    'MIICBDCCAW2gAwIBAgIUEwJ3f+MEXe/Vt57kzgfkELj6JIkwDQYJKoZIhvcNAQELBQAwEzERMA8GA1UEAwwIaWRwLnRlc3QwIBcNMjYxMTIyMDgxODIyWhgPMjEyNjEw' +
    'MjkwODE4MjJaMBMxETAPBgNVBAMMCGlkcC50ZXN0MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDbLRSXuxUtUmEGxQSSFYhWuWd2GjdsiDSGj0gYhcnN1csckQtR' +
    'PGJLx4PFYGg8MCHvLIjOMW+uu8yQHHEb+9MbKzZbY+sE6NjMXew1gBGsRuxiCombA4gt7uXLzeeQNtSf3xN6vj9PYlakhgQsJIwprNTCXntSEyCNw5K7vP8MUQIDAQAB' +
    'o1MwUTAdBgNVHQ4EFgQUfxKrHEwIHBE/dOykUpvtCtHRJzkwHwYDVR0jBBgwFoAUfxKrHEwIHBE/dOykUpvtCtHRJzkwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0B' +
    'AQsFAAOBgQAy/ScT1cMeaPcnN7MmM6WWDqQQLNREke/actPSKPXCaxjxHRdrHH4I2Zm05Q0xTEVdSPPXPJY/AZwiZ+ZXS8lxuFLft9PpEf2DXTJHyRfXjLmhOwq+A22p' +
    'VOc2NLzgoVTM8rLeJG4GFnkqLCDs0muskhzo39Cv4Rw/DST2CDotAg==';
  const refused = await administrator.post(
    '/api/auth/saml/add',
    samlBody({ issuer: `https://idp.test/${randomUUID()}`, certificate: short }),
  );
  expect(refused.body).toMatchObject({ status: 'saml_certificate', field: 'certificates' });
  const long =
    'MIIDCTCCAfGgAwIBAgIUMzw7PPJn9XGNd6klOIYRi7sy0MAwDQYJKoZIhvcNAQELBQAwEzERMA8GA1UEAwwIaWRwLnRlc3QwIBcNMjYxMTIyMDgxODI0WhgPMjEyNjEw' +
    'MjkwODE4MjRaMBMxETAPBgNVBAMMCGlkcC50ZXN0MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAllMLjUPjke7KJZ8QBcYQ9LT+5ZdLCUd4J+lJLUaAsEL7' +
    'rKyWP99VkGIm88W6CKs0xGm6ebPS4+ydd1PM+j+qDiU8i8ypMZZf88u8KF19NkAvcryvzoGV+lSaglk/NCcCtypMZBMJwc1dCuuZbiMfhtRf+xJ0KrH9+zoESIIM8T9P' +
    'yA7OGgmRlqojpvfJxmlMiboUdGxSNjWNB8il4uTpjamJs+Ta6dL4eRVFGTlEsEgm/UhMP4ouYs6U2LtKPmQnLonZpFN1XUVZ30aaQui5m8DejnCP5SOHCZ0tBd0D0Bmn' +
    'bLj/nBiJXoDkfcuZMJlVkMHpaTDgFeGhJHFGE8xWEQIDAQABo1MwUTAdBgNVHQ4EFgQUYl3E+hGwJM6JXei4VGJgHnQvwjIwHwYDVR0jBBgwFoAUYl3E+hGwJM6JXei4' +
    'VGJgHnQvwjIwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOCAQEAjmI9FTmJKZ3I9VHtC9OJ/qKZbmF83IKWk4p7CfHQBd7SxS4hoOcsqUEaS/tAH+5LO++G' +
    'k1MyLdoAo7fjqxwRYCU7UGfkrUG1esDWV0rl1rfSVp1/ZBkoKgVwj6PcSF+0DdchPWyyPP6BW7J7He01GPwyVCgyCoIWumJ6cAJWJx8L9+///hwq34iW286XYOYeMYJL' +
    '3AhfP7Su8KD+WLVfa9WrbEqTE2SAdtVsDAW6je2FPFYgfTkrx7kSvCd10KKVvcHvDvPu1tMJ83pmr7zn1kcqRwJM4clwRhyK73xgtjin+0aIQz4//ZrZeawEgHNbZrou' +
    'R4XzIx5S+w0JG91i2A==';
  const taken = await administrator.post('/api/auth/saml/add', samlBody({ issuer: `https://idp.test/${randomUUID()}`, certificate: long }));
  expect(taken.status, taken.text).toBe(200);
});
