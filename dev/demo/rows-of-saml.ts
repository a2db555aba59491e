import { readCertificate } from '../../functions/services/saml/certificate.ts';
import { makeOwnKey } from '../../functions/services/saml/own-key.ts';
import type { Sealer } from '../../functions/services/seal.ts';
import { demoSamlHost, demoSamlId } from '../idp/demo-app.ts';
import { demoIssuer } from '../idp/people.ts';
import { demoTenant } from './catalog.ts';
import type { Rows } from './put-rows.ts';
import { userGroupRows } from './rows-of-life.ts';
import { type Clock, day } from './times.ts';

export type DemoProvider = { port: number; certificate: string };

/** Where the provider of the local portal is, which may be elsewhere at each start. */
export const providerAddresses = ({ port }: DemoProvider) => ({
  signInUrl: `http://localhost:${port}/sso`,
  signOutUrl: `http://localhost:${port}/slo`,
  metadataUrl: `http://localhost:${port}/metadata`,
});

/** Aurora's people may also sign in at the SAML provider of `npm start` (dev/idp); the app's key is sealed as the product seals it. */
export async function samlRow(idp: DemoProvider, seals: Sealer, clock: Clock): Promise<Rows[number]> {
  const tenant = demoTenant('aurora');
  const [group] = userGroupRows(tenant, clock);
  const { privateKey, certificate } = await makeOwnKey(demoSamlHost, Date.parse(clock.ago(0)));
  const place = { tenantId: tenant.id, table: 'sso_apps', rowId: demoSamlId, column: 'settings.key' };
  const settings = {
    ...{ issuer: demoIssuer, ...providerAddresses(idp), certificates: [readCertificate(idp.certificate)] },
    map: { subject: '', email: '', name: '', phone: '', department: '', position: '', groups: '' },
    ...{ defaultProfile: 'user', jit: true, sync: false, idpInitiated: true, signRequests: false, singleLogout: true },
    groups: group ? [{ value: 'clinical', group: group.id }] : [],
    ...{ profiles: [], host: demoSamlHost, key: await seals.seal(privateKey, place), own: readCertificate(certificate) },
  };
  return {
    ...{ tenant_id: tenant.id, id: demoSamlId, kind: 'saml', name: 'Conta Aurora', status: 'A', position: 0 },
    ...{ settings, domains: ['aurora.test'], created_at: clock.ago(40 * day) },
  };
}
