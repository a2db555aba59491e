import { randomBytes, randomUUID } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { toPem } from '../../functions/services/saml/certificate.ts';
import { makeOwnKey, type OwnKey } from '../../functions/services/saml/own-key.ts';
import type { Api } from './api.ts';
import { query } from './database.ts';
import type { Harness } from './harness.ts';

const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const c14n = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

export type Provider = OwnKey & { issuer: string };
export const makeProvider = async (issuer = `https://idp.test/${randomUUID()}`): Promise<Provider> => ({
  issuer,
  ...(await makeOwnKey('idp.test', Date.now())),
});

export type AnswerOptions = {
  id?: string;
  responseId?: string;
  destination?: string | null;
  recipient?: string;
  audience?: string;
  issuer?: string;
  responseIssuer?: string;
  inResponseTo?: string | null;
  nameId?: string;
  format?: string;
  notBefore?: number;
  notOnOrAfter?: number;
  issuedAt?: number;
  status?: string;
  version?: string;
  responseVersion?: string;
  /** Seconds until the provider's own session ends. */
  sessionEnds?: number;
  sessionIndex?: string;
  /** Replacements for these parts; an empty one leaves the part out. */
  authn?: string;
  confirmation?: string;
  conditions?: string;
  attributes?: Record<string, string | string[]>;
};
export type Target = { entityId: string; acs: string };

const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

/** An assertion as providers write it, unsigned. */
export function writeAssertion(provider: Provider, target: Target, options: AnswerOptions = {}): string {
  const {
    id = `_${randomBytes(12).toString('hex')}`,
    issuer = provider.issuer,
    nameId = 'maria@people.test',
    recipient = target.acs,
    version = '2.0',
    sessionIndex = '_s1',
  } = options;
  const { audience = target.entityId, notBefore = -30, notOnOrAfter = 300, issuedAt = -1, inResponseTo = null, attributes = {} } = options;
  const { format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress' } = options;
  const {
    confirmation = '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">' +
      `<saml:SubjectConfirmationData NotOnOrAfter="${at(notOnOrAfter)}" ` +
      `Recipient="${recipient}"${inResponseTo ? ` InResponseTo="${inResponseTo}"` : ''}/></saml:SubjectConfirmation>`,
    conditions = `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>`,
    authn = `<saml:AuthnStatement AuthnInstant="${at(issuedAt)}" ` +
      `SessionIndex="${sessionIndex}"${options.sessionEnds === undefined ? '' : ` SessionNotOnOrAfter="${at(options.sessionEnds)}"`}>` +
      '<saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>' +
      '</saml:AuthnContext></saml:AuthnStatement>',
  } = options;
  const values = Object.entries(attributes).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}">${[value]
        .flat()
        .map((each) => `<saml:AttributeValue>${each}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  );
  return [
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="${version}" IssueInstant="${at(issuedAt)}">`,
    `<saml:Issuer>${issuer}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${format}">${nameId}</saml:NameID>${confirmation}</saml:Subject>`,
    `<saml:Conditions NotBefore="${at(notBefore)}" NotOnOrAfter="${at(notOnOrAfter)}">${conditions}</saml:Conditions>`,
    authn,
    ...(values.length > 0 ? [`<saml:AttributeStatement>${values.join('')}</saml:AttributeStatement>`] : []),
    '</saml:Assertion>',
  ].join('');
}

export function writeResponse(provider: Provider, target: Target, assertion: string, options: AnswerOptions = {}): string {
  const { responseId = `_${randomBytes(12).toString('hex')}`, destination = target.acs, responseIssuer = provider.issuer } = options;
  const { inResponseTo = null, status = success, responseVersion = '2.0' } = options;
  return [
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${responseId}" Version="${responseVersion}" IssueInstant="${at(-1)}"`,
    `${destination === null ? '' : ` Destination="${destination}"`}${inResponseTo ? ` InResponseTo="${inResponseTo}"` : ''}>`,
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${responseIssuer}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>`,
    `${assertion}</samlp:Response>`,
  ].join('');
}

type SignOptions = { signature?: string; digest?: string; transforms?: string[] };

/** Signs the element of a name in place, its signature after its issuer. */
export function sign(
  xml: string,
  key: OwnKey,
  element: string,
  { signature = rsaSha256, digest = sha256, transforms }: SignOptions = {},
): string {
  const where = `//*[local-name(.)='${element}']`;
  const signer = new SignedXml({
    privateKey: toPem(key.privateKey, 'PRIVATE KEY'),
    publicCert: toPem(key.certificate),
    signatureAlgorithm: signature,
    canonicalizationAlgorithm: c14n,
  });
  signer.addReference({
    xpath: where,
    digestAlgorithm: digest,
    transforms: transforms ?? ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', c14n],
  });
  signer.computeSignature(xml, { location: { reference: `${where}/*[local-name(.)='Issuer']`, action: 'after' }, prefix: 'ds' });
  return signer.getSignedXml();
}

/** A complete response with a signed assertion, as a browser posts it. */
export function answer(
  provider: Provider,
  target: Target,
  options: AnswerOptions = {},
  signing: SignOptions & { key?: OwnKey } = {},
): string {
  const assertion = sign(writeAssertion(provider, target, options), signing.key ?? provider, 'Assertion', signing);
  return writeResponse(provider, target, assertion, options);
}

export type SamlApp = Target & { id: string; metadata: string; logout: string };

/** An app of a tenant by the API, as its administrator makes it. */
export async function makeSamlApp(
  administrator: Api,
  provider: Provider,
  more: Record<string, unknown> = {},
  active = true,
): Promise<SamlApp> {
  const added = await administrator.post('/api/auth/saml/add', samlBody(provider, more));
  if (added.status !== 200) throw new Error(`no app: ${added.text}`);
  if (active) await administrator.post('/api/auth/saml/change/status', { id: added.body.id, status: 'A' });
  const { body } = await administrator.get(`/api/auth/saml/${added.body.id}`);
  return { id: added.body.id, ...body.own };
}

export const samlBody = (provider: Pick<Provider, 'issuer' | 'certificate'>, more: Record<string, unknown> = {}) => ({
  name: `Provider ${randomUUID().slice(0, 8)}`,
  issuer: provider.issuer,
  signInUrl: 'https://idp.test/sso',
  signOutUrl: 'https://idp.test/logout',
  metadataUrl: '',
  certificates: [provider.certificate],
  domains: ['people.test'],
  defaultProfile: 'user',
  jit: 'N',
  sync: 'N',
  idpInitiated: 'N',
  signRequests: 'N',
  singleLogout: 'N',
  ...more,
});

/** Begins a sign-in; returns the request to the provider and the browser's cookie. */
export async function begin(api: Api, app: { id: string }, redirect?: string): Promise<{ id: string; cookie: string; xml: string }> {
  const { inflateRawSync } = await import('node:zlib');
  const started = await api.post('/api/saml/login', { app: app.id, ...(redirect && { redirect }) });
  if (started.status !== 200) throw new Error(`no request: ${started.text}`);
  const xml = inflateRawSync(Buffer.from(new URL(started.body.url).searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  const cookie = (started.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return { id: / ID="([^"]+)"/.exec(xml)?.[1] ?? '', cookie, xml };
}

/** Posts a response to its address as a browser does, and returns the redirect's target. */
export async function bring(harness: Harness, acs: string, xml: string, relay = ''): Promise<string> {
  const body = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), ...(relay && { RelayState: relay }) });
  const response = await harness.fetch(acs, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
  });
  if (response.status !== 303) throw new Error(`${response.status} ${await response.text()}`);
  return response.headers.get('location') ?? '';
}

/** The last step: exchanges the page's code for a session or a refusal. */
export async function arrive(api: Api, location: string, cookie = '') {
  const code = new URL(location).searchParams.get('code') ?? '';
  return api.post('/api/saml/callback', { code }, { headers: cookie ? { cookie } : {} });
}

export const getSessions = async (tenant: { id: string }): Promise<number> =>
  Number((await query(`select count(*)::int as n from sessions where tenant_id = $1 and auth_type = 'saml'`, [tenant.id]))[0]?.n);
