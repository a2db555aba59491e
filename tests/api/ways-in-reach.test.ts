import { expect, test } from 'vitest';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeEmbedKey } from '../support/make-embedding.ts';
import { makeMailServer } from '../support/make-notification.ts';
import { makeIdentity, makeSamlRow } from '../support/make-saml-row.ts';
import { makeScimToken } from '../support/make-scim.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();

test('an administrator reads every sign-in method of the unit, its reach and its last use; no one else does', async () => {
  const partner = await makeTenant({ kind: 'partner', name: 'Numera' });
  const unit = await makeTenant({ parent: partner });
  const admin = await makeUser(unit, { profile: 'admin' });
  await makeSamlRow(unit);
  await query("update sso_apps set domains = '{aurora.test}', settings = settings || '{\"jit\": true}' where tenant_id = $1", [unit.id]);
  const linked = await makeIdentity(unit, await makeUser(unit));
  await query(
    "update identities set linked_by = $2, issuer = (select settings->>'issuer' from sso_apps where tenant_id = $3) where id = $1",
    [...[linked, admin.id, unit.id]],
  );
  await makeScimToken(unit);
  await makeEmbedKey(unit);
  await makeMailServer(unit);
  const own = `bi.${unit.host.split('.')[0]}.example`;
  // A portal also reached by IP address, as on a laptop, gets no domain from that.
  const number = `192.0.2.${Date.now() % 256}`;
  for (const host of [own, number]) await query('insert into domains (host, tenant_id, main) values ($1, $2, false)', [host, unit.id]);
  const client = await getApi(harness, unit, admin);
  const { status, body } = await client.get('/api/auth/ways');
  expect(status).toBe(200);
  const told = body.ways.map(({ kind, name, active, reaches }: Record<string, unknown>) => ({ kind, name, active, reaches }));
  expect(told).toMatchObject([
    { kind: 'password', active: true, reaches: ['account'] },
    { kind: 'saml', name: 'Okta', active: true, reaches: ['unitOnly', 'bindsPlain', 'linked', 'makes', 'noAdministrators'] },
    { kind: 'directory', name: 'Entra', active: true, reaches: ['provisions', 'adoptsNobody'] },
    { kind: 'embedding', name: 'Intranet', active: true, reaches: ['viewers', 'unitOnly'] },
    { kind: 'partner', name: 'Numera', active: true, reaches: ['entersAdmin', 'verified', 'keysClosed', 'keepsTasks'] },
    { kind: 'mail', reaches: ['news', 'noSecrets'] },
    { kind: 'domain', name: own, reaches: ['typedHere'] },
  ]);
  expect(Date.parse(body.ways[0].lastUsedAt)).toBeGreaterThan(Date.now() - 60_000);
  const lastUse = async (kind: string) =>
    (await client.get('/api/auth/ways')).body.ways.find((way: { kind: string }) => way.kind === kind).lastUsedAt;
  const mailed = (via: string, at: string) =>
    query(
      `insert into mails (tenant_id, id, address, kind, state, via, created_at, sent_at)
        values ($1, gen_random_uuid(), 'x@people.test', 'notice', 'sent', $2, $3, $3)`,
      [unit.id, via, at],
    );
  await mailed('platform', '2026-11-02T10:00:00Z');
  expect(await lastUse('mail')).toBeNull();
  await mailed('tenant', '2026-11-01T10:00:00Z');
  expect(await lastUse('mail')).toBe('2026-11-01T10:00:00.000Z');
  const plain = await getApi(harness, unit, await makeUser(unit));
  expect((await plain.get('/api/auth/ways')).status).toBe(403);
});
