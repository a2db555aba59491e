import { expect, test } from 'vitest';
import { getSession } from '../guards/place.ts';
import { type Api, api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeOnCatalog, makeRequest } from '../support/make-catalog.ts';
import { makeGrant } from '../support/make-content.ts';
import { embedToken, makeEmbedKey } from '../support/make-embedding.ts';
import { makeScimGroup } from '../support/make-scim.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

// A call that a session type may never make is refused, and the unit's audit log records who tried it.
const harness = useHarness();
type Told = {
  what: string;
  who: string | null;
  actor: string | null;
  thing: string | null;
  whom: string | null;
  fields: { field: string; after: unknown }[];
};
const refused = async (administrator: Api) =>
  ((await administrator.get('/api/auth/audit?family=sessions')).body.items as Told[]) // because the contract has this shape
    .filter(({ what }) => what === 'call.refused')
    .map(({ who, actor, thing, whom, fields }) => [who, actor, ...fields.map(({ after }) => after).toSorted(), thing, whom]);
const getAdministrator = async (unit: Tenant) => getApi(harness, unit, await makeUser(unit, { profile: 'admin', name: 'Ana Nunes' }));

test('of a partner’s visit are recorded once a minute per call', async () => {
  const partner = await makeTenant({ kind: 'partner', name: 'Numera' });
  const unit = await makeTenant({ parent: partner });
  await query('update relations set verify = false where tenant_id = $1', [unit.id]);
  const administrator = await getAdministrator(unit);
  const master = await getApi(harness, partner, await makeUser(partner, { profile: 'master', name: 'Rui Sá' }));
  const way = await master.post('/api/auth/change/partner/to/admin/no/verify', { company: unit.id, reason: 'Conferir' });
  const arrived = await api(harness, unit).post('/api/oauth/company', { token: way.body.token });
  const visit = api(harness, unit, arrived.body.token);
  expect((await visit.get('/api/auth/users')).status).toBe(200);
  await Promise.all([1, 2, 3].map(() => visit.post('/api/auth/scim/add', { name: 'Fora' })));
  expect((await visit.put('/api/auth/mail/server', {})).body.status).toBe('act_as_blocked');
  expect((await visit.post('/api/auth/users', { name: 'X', email: 'x@fora.test', profile: 'admin' })).body.status).toBe('gives_more');
  const elsewhere = await makeUser(await makeTenant(), { name: 'Bia Reis' });
  for (const { id } of [await makeUser(unit, { name: 'Caio Prado' }), elsewhere])
    for (let times = 0; times < 2; times += 1) await visit.post(`/api/auth/users/${id}/factors/reset`, {});
  const rui = ['Rui Sá (Numera)', null];
  await expect
    .poll(async () => (await refused(administrator)).toSorted())
    .toEqual([
      [...rui, 'act_as_blocked', 'partner', 'POST /api/auth/scim/add', null],
      [...rui, 'act_as_blocked', 'partner', 'POST /api/auth/users/{id}/factors/reset', null],
      [...rui, 'act_as_blocked', 'partner', 'POST /api/auth/users/{id}/factors/reset', 'Caio Prado'],
      [...rui, 'act_as_blocked', 'partner', 'PUT /api/auth/mail/server', null],
      [...rui, 'gives_more', 'partner', 'POST /api/auth/users', null],
    ]);
});

test('of an embedded portal and of a session vouched for only by the unit are recorded', async () => {
  const [unit, elsewhere] = [await makeTenant(), await makeTenant()];
  const administrator = await getAdministrator(unit);
  const person = await makeUser(unit, { name: 'Caio Prado', profile: 'admin' });
  await makeUser(elsewhere, { email: person.email });
  const now = Math.floor(Date.now() / 1000);
  const claims = { aud: unit.host, iat: now, exp: now + 300, jti: crypto.randomUUID(), sub: person.email };
  const { body } = await api(harness, unit).post('/api/login/embedded', { token: embedToken(await makeEmbedKey(unit), claims) });
  const portal = api(harness, unit, body.token);
  await portal.post('/api/auth/saml/add', {});
  await portal.get('/api/auth/companies');
  const { token, sid } = await getSession(unit, person, 'admin');
  await query("update sessions set vouched = 'unit' where id = $1", [sid]);
  expect((await api(harness, unit, token).post('/api/auth/change/companies', { company: elsewhere.id })).body.status).toBe('account_proof');
  await expect
    .poll(async () => (await refused(administrator)).toSorted())
    .toEqual([
      ['Caio Prado', null, 'account_proof', 'unit', 'POST /api/auth/change/companies', null],
      ['Caio Prado', null, 'embed_portal', 'embedded_closed', 'GET /api/auth/companies', null],
      ['Caio Prado', null, 'embed_portal', 'not_permitted', 'POST /api/auth/saml/add', null],
    ]);
});

test('of an approver granting more than they have are recorded; missing permissions are not', async () => {
  const unit = await makeTenant();
  const administrator = await getAdministrator(unit);
  const person = await makeUser(unit);
  const approver = await makeUser(unit, { flags: ['decide_catalog'], name: 'Otto Dias' });
  const client = api(harness, unit, (await getSession(unit, approver, 'user', { flags: ['decide_catalog'] })).token);
  const mapped = await makeScimGroup(unit, { name: 'Administradores' });
  await query("update scim_groups set profile = 'admin' where id = $1", [mapped.id]);
  const report = await makeOnCatalog(unit);
  await query('update reports set needs_identity = false where id = $1', [report.id]);
  await makeGrant(unit, report, { id: mapped.userGroupId }, { toGroup: true });
  const request = await makeRequest(unit, report, person);
  const wish = { identity: { as: 'none' }, filters: [], validUntil: null, note: '', confirmed: false, userGroup: mapped.userGroupId };
  expect((await client.get('/api/auth/saml/all')).body.status).toBe('not_permitted');
  expect((await client.post(`/api/auth/catalog-requests/${request.id}/grant`, wish)).body.status).toBe('gives_more');
  await expect
    .poll(() => refused(administrator))
    .toEqual([['Otto Dias', null, 'gives_more', 'POST /api/auth/catalog-requests/{id}/grant', null]]);
});
