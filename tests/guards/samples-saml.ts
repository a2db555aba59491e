import { getSamlTicket } from '../support/make-saml-row.ts';
import { password } from '../support/password.ts';
import type { Ids, Sample } from './sample.ts';

const base = '/api/auth/saml';
// Made for the samples: a certificate whose private key was discarded.
const certificate =
  'MIICrjCCAZagAwIBAgIQR4fuP4jTX00+x1rBX6KR7TANBgkqhkiG9w0BAQsFADATMREwDwYDVQQDDAhpZHAudGVzdDAeFw0yNjExMjAyMTIzNDRaFw0zNjExMTgyMTIzND' +
  'RaMBMxETAPBgNVBAMMCGlkcC50ZXN0MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA4aswj5wO8qIKll/fAlaXaU3mkNZAYlHiL42AFsMQxplMYxUF/aOM6KGl' +
  'DYtdfnNW5v0Ism50DlB4GGO6v66j4fdd/zlPcq86ajRKncnx7TE6yPt9fdfy3E3Jus6HmYHo46uI1dQ0q5r/WMy0BVMpHuzni8+GY59ixGOhpGFdkzuJfIGIqKHdZbcpsI' +
  'UKpTYjT+tA4RDm99GP2/d3ru/nTQNJayHGlzBUGSl6oiEsTfYXfwyJzeK0rg3d/6Avi54juCa7P3YMyx1tbVk7urQACgfUHrX7LSh/VbPbxK03ZQ3mZaQhXYtKaUmhR4HU' +
  'GDpPdYdy1UZrPhvOWCU369zBtwIDAQABMA0GCSqGSIb3DQEBCwUAA4IBAQCR2S1kUtM/xxMcbwQoupOEs5xJAZ6bI5AA0EAkTc25qJd/HgQGB0Ljvyh6HUMAzapZivbl5x' +
  'u8BHPSCOF6NFBnuTh8OVPcD53hY9sJ4OTHUlbud5xWNTBHU0R2m0GANev1JzOkP+cw2+58E/4ff6h1O8V+NMSk/Fgbr4iPfUEzZn+LFyLnPnL2SRoz2nB7WCNWWwYKAQRy' +
  'g1pWIoVv5ZkWvMRxdwFzvpSuSrn837X6nK2x0+hcrqqJVPrxnsHcFKV/lNX2KeaSEQ5qJ7ftuhPsdTB4tDwf6wIqhdMvqTveBcf8Bn9Y/xKt+E57DHZobWpo+KuMIkhn34' +
  'Ca29+ooXNN';
const fields = (ids: Ids) => ({
  name: 'Entra ID',
  issuer: 'https://sts.windows.net/1',
  signInUrl: 'https://login.microsoftonline.com/1/saml2',
  signOutUrl: '',
  metadataUrl: '',
  certificates: [certificate],
  jit: 'N',
  sync: 'N',
  idpInitiated: 'N',
  signRequests: 'N',
  singleLogout: 'N',
  groups: [{ value: 'sales', group: ids.userGroup }],
});
const metadata =
  '<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.test">' +
  '<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor>' +
  `<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate>` +
  '</ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" ' +
  'Location="https://idp.test/sso"/></md:IDPSSODescriptor></md:EntityDescriptor>';

/** A provider's response pending confirmation: by the account, or by a mailed code. */
export const makeConfirmToken = (email: string, by: 'account' | 'mail'): string =>
  email.slice(0, 36).padEnd(43, by === 'account' ? 'L' : 'M');

/** One valid call for every endpoint of SAML and of people linked to a provider; the place has one app and one such person. */
export const samlSamples: Record<string, readonly Sample[]> = {
  'GET /api/auth/ways': [{ of: () => ({ path: '/api/auth/ways' }) }],
  'POST /api/saml/login': [
    { of: (ids) => ({ path: '/api/saml/login', body: { app: ids.samlApp, redirect: '/all/reports' } }), trips: [2, 2] },
  ],
  [`GET ${base}/all`]: [{ of: () => ({ path: `${base}/all?search=okta&sort=-used&size=10&view=A` }) }],
  [`GET ${base}/export`]: [{ of: () => ({ path: `${base}/export?search=okta&sort=-used&view=A` }) }],
  [`GET ${base}/companies/used`]: [{ of: () => ({ path: `${base}/companies/used` }) }],
  [`GET ${base}/{id}`]: [{ of: (ids) => ({ path: `${base}/${ids.samlApp}` }) }],
  [`GET ${base}/{id}/history`]: [{ of: (ids) => ({ path: `${base}/${ids.samlApp}/history` }) }],
  [`POST ${base}/add`]: [{ of: (ids) => ({ path: `${base}/add`, body: { ...fields(ids) } }) }],
  [`PUT ${base}/update`]: [{ of: (ids) => ({ path: `${base}/update`, body: { ...fields(ids), id: ids.samlApp, version: 1 } }) }],
  [`POST ${base}/change/status`]: [{ of: (ids) => ({ path: `${base}/change/status`, body: { id: ids.samlApp, status: 'I' } }) }],
  [`DELETE ${base}/delete`]: [{ of: (ids) => ({ path: `${base}/delete?id=${ids.samlApp}` }) }],
  [`POST ${base}/metadata`]: [{ of: () => ({ path: `${base}/metadata`, body: { document: metadata } }), unaudited: true }],
  [`POST ${base}/test`]: [{ of: (ids) => ({ path: `${base}/test`, body: { id: ids.samlApp } }), unaudited: true }],
  'GET /api/auth/users/{id}/identities': [{ of: (ids) => ({ path: `/api/auth/users/${ids.user2}/identities` }) }],
  'POST /api/auth/users/{id}/identities': [
    {
      of: (ids) => ({ path: `/api/auth/users/${ids.invitee}/identities`, body: { provider: ids.samlApp, subject: 'key-of-theirs' } }),
      // Only people of a business unit are linked by an identifier.
      refused: { a2m: 'identity_confirms', master: 'identity_confirms' },
    },
  ],
  'DELETE /api/auth/users/{id}/identities/{identityId}': [
    { of: (ids) => ({ path: `/api/auth/users/${ids.user2}/identities/${ids.identity}` }) },
  ],
  'POST /api/login/link/config': [
    {
      of: (_, email) => ({ path: '/api/login/link/config', body: { token: makeConfirmToken(email, 'account') } }),
      trips: [1, 1],
      alone: true,
    },
  ],
  'POST /api/login/link/code': [
    {
      of: (_, email) => ({ path: '/api/login/link/code', body: { token: makeConfirmToken(email, 'mail') } }),
      trips: [1, 1],
      alone: true,
      unaudited: true,
    },
  ],
  'POST /api/login/link': [
    {
      of: (_, email) => ({ path: '/api/login/link', body: { token: makeConfirmToken(email, 'account'), password } }),
      trips: [2, 2],
      alone: true,
      once: true,
    },
  ],
  [`POST ${base}/test/result`]: [
    { of: (ids) => ({ path: `${base}/test/result`, body: { ticket: getSamlTicket(ids.samlApp) } }), unaudited: true, once: true },
  ],
};
