import { createHash } from 'node:crypto';
import { query } from './database.ts';
import { makeId } from './make-id.ts';

/** A row of a SAML app without a usable key, whose generation takes a second; it can't sign or decrypt. */
export async function makeSamlRow(tenant: { id: string; host: string }, { group }: { group?: string } = {}): Promise<string> {
  const id = makeId();
  const certificate = {
    pem: 'MAo=',
    subject: 'idp.test',
    from: '2026-01-01T00:00:00.000Z',
    until: '2036-01-01T00:00:00.000Z',
    fingerprint: 'AA:BB',
  };
  const settings = {
    ...{
      issuer: `https://idp.test/${id}`,
      signInUrl: 'https://idp.test/sso',
      signOutUrl: '',
      metadataUrl: '',
      certificates: [certificate],
    },
    map: { subject: '', email: '', name: '', phone: '', department: '', position: '', groups: '' },
    ...{ defaultProfile: 'user', jit: false, sync: false, idpInitiated: false, signRequests: false, singleLogout: false },
    ...{ groups: group ? [{ value: 'sales', group }] : [], profiles: [], host: tenant.host, key: 'none', own: certificate },
  };
  await query(`insert into sso_apps (tenant_id, id, kind, name, status, settings) values ($1, $2, 'saml', 'Okta', 'A', $3::jsonb)`, [
    tenant.id,
    id,
    JSON.stringify(settings),
  ]);
  const result = { app: 'Okta', ok: true, checks: [], person: null, attributes: [], assertion: '', document: '' };
  await query(
    `insert into tickets (hash, purpose, tenant_id, host, body, expires_at) values ($1, 'saml.test', $2, $3, $4::jsonb, now() + interval '1 day')`,
    [`\\x${createHash('sha256').update(getSamlTicket(id)).digest('hex')}`, tenant.id, tenant.host, JSON.stringify(result)],
  );
  return id;
}

/** The token with which the result of the app's test is fetched. */
export const getSamlTicket = (id: string): string => id.replaceAll('-', '').padEnd(43, 'S');

/** A person linked to a provider. */
export async function makeIdentity(tenant: { id: string }, person: { id: string }, issuer = 'https://idp.test/known'): Promise<string> {
  const id = makeId();
  await query("insert into identities (tenant_id, id, user_id, kind, issuer, subject) values ($1, $2, $3, 'saml', $4, $5)", [
    ...[tenant.id, id, person.id, issuer, `key-${id}`],
  ]);
  return id;
}
