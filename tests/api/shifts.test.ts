import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeCapacity } from '../support/make-capacity.ts';
import { makeServiceAccount } from '../support/make-content.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();

async function unit() {
  const tenant = await makeTenant();
  const admin = await makeUser(tenant, { profile: 'admin' });
  const client = await getApi(harness, tenant, admin);
  return { tenant, admin, client };
}

/** A capacity that this unit controls by an account that another administrator registered, or that no unit controls. */
async function getCapacity(tenant: { id: string } | null): Promise<string> {
  const owner = tenant ?? (await makeTenant());
  const account = await makeServiceAccount(owner, { directoryId: randomUUID(), appId: randomUUID(), secret: 'secret' });
  const { id } = await makeCapacity([{ tenant: owner, account }]);
  if (!tenant) await query('update capacities set owner_tenant_id = null, owner_account_id = null where id = $1', [id]);
  return id;
}
const commercial = (capacityId: string) => ({
  ...{
    purpose: 'capacity',
    capacityId,
    name: 'Comercial',
    days: ['MONDAY', 'TUESDAY', 'SUNDAY'],
    starts: '07:00',
    ends: '20:00',
    size: 'F8',
    autoPause: 'N',
  },
});
const office = { purpose: 'access', name: 'Escritório', days: ['MONDAY'], starts: '08:00', ends: '18:00' };
const getHours = async (id: string) => (await query('select own_hours as own, access_hours as hours from users where id = $1', [id]))[0];
const getAudit = (tenant: { id: string }) =>
  query("select what, change from audit where tenant_id = $1 and what like 'shift.%' order by at", [tenant.id]);

test('a capacity’s shift is added, copied to other days, changed and deleted, and the reconciler looks each time', async () => {
  const { tenant, client } = await unit();
  const capacity = await getCapacity(tenant);
  const { status, body } = await client.post('/api/auth/shifts', commercial(capacity));
  expect(status).toBe(200);
  const looked = async () => {
    const [row] = await query('update capacities set next_look_at = null where id = $1 returning 1', [capacity]).then(() =>
      query('select next_look_at as at from capacities where id = $1', [capacity]),
    );
    return row?.at;
  };
  expect((await query('select next_look_at as at from capacities where id = $1', [capacity]))[0]?.at).not.toBeNull();
  expect(await looked()).toBeNull();
  const copied = await client.post(`/api/auth/shifts/${body.id}/copy`, { version: 1, days: ['FRIDAY', 'MONDAY'] });
  expect(copied.body).toEqual({ id: body.id, version: 2 });
  const listed = await client.get(`/api/auth/shifts?capacity=${capacity}`);
  expect(listed.body).toEqual({
    items: [
      {
        ...{ id: body.id, ...commercial(capacity), days: ['MONDAY', 'TUESDAY', 'FRIDAY', 'SUNDAY'] },
        ...{ autoActivate: 'S', idleMinutes: null, useSchedule: 'S', people: 0, version: 2 },
      },
    ],
    zone: 'America/Sao_Paulo',
  });
  expect(
    (await client.put(`/api/auth/shifts/${body.id}`, { version: 1, name: 'x', days: ['MONDAY'], starts: '07:00', ends: '08:00' })).status,
  ).toBe(409);
  const edited = await client.put(`/api/auth/shifts/${body.id}`, {
    ...commercial(capacity),
    purpose: undefined,
    capacityId: undefined,
    version: 2,
    size: null,
  });
  expect(edited.body).toEqual({ id: body.id, version: 3 });
  expect((await query('select next_look_at as at from capacities where id = $1', [capacity]))[0]?.at).not.toBeNull();
  expect((await client.delete(`/api/auth/shifts/${body.id}`)).body).toEqual({ status: 'ok' });
  expect((await getAudit(tenant)).map(({ what }) => what)).toEqual(['shift.add', 'shift.edit', 'shift.edit', 'shift.delete']);
});

test('shifts that want something else at the same time are refused with the other’s name; equal ones may overlap', async () => {
  const { tenant, client } = await unit();
  const capacity = await getCapacity(tenant);
  const night = { ...commercial(capacity), name: 'Cargas', days: ['SATURDAY'], starts: '22:00', ends: '06:00', size: 'F4' };
  expect((await client.post('/api/auth/shifts', night)).status).toBe(200);
  const over = await client.post('/api/auth/shifts', { ...commercial(capacity), starts: '05:00' });
  expect(over).toMatchObject({ status: 409, body: { status: 'shift_overlaps', field: 'starts' } });
  expect(over.body.vars).toEqual({ name: 'Cargas' });
  expect((await client.post('/api/auth/shifts', { ...night, name: 'Fechamento' })).status).toBe(200);
  expect((await client.post('/api/auth/shifts', { ...commercial(capacity), starts: '05:00', useSchedule: 'N' })).status).toBe(200);
  expect((await client.post('/api/auth/shifts', commercial(capacity))).status).toBe(200);
});

test('a shift’s idle pauses are turned on with the capacity’s name, and not where a reservation pays', async () => {
  const { tenant, client } = await unit();
  const capacity = await getCapacity(tenant);
  const [{ name } = {}] = await query('select name from capacities where id = $1', [capacity]);
  const pausing = { ...commercial(capacity), autoPause: 'S' };
  expect(await client.post('/api/auth/shifts', pausing)).toMatchObject({
    status: 422,
    body: { status: 'capacity_confirm', field: 'confirm' },
  });
  const { body } = await client.post('/api/auth/shifts', { ...pausing, confirm: name });
  expect(body).toEqual({ id: expect.any(String) });
  const weekend = { ...pausing, name: 'Sábado', days: ['SATURDAY'] };
  const other = await client.post('/api/auth/shifts', { ...weekend, autoPause: 'N' });
  await query('update capacities set paid_by_reservation = true where id = $1', [capacity]);
  const path = `/api/auth/shifts/${other.body.id}`;
  const { name: _, purpose: __, capacityId: ___, ...times } = weekend;
  expect((await client.put(path, { ...times, version: 1, name: 'Sábado', confirm: name })).body).toMatchObject({
    ...{ status: 'capacity_reserved', field: 'autoPause' },
  });
  // What was on before stays as it is, and can be edited.
  expect((await client.put(`/api/auth/shifts/${body.id}`, { ...times, days: pausing.days, version: 1, name: 'Dia' })).status).toBe(200);
  await query('update capacities set paid_by_reservation = false where id = $1', [capacity]);
  expect((await client.put(path, { ...times, version: 1, name: 'Sábado' })).status).toBe(200);
});

test('sixty parallel shifts of one capacity leave no two that contradict each other', async () => {
  const { tenant, client } = await unit();
  const capacity = await getCapacity(tenant);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) => client.post('/api/auth/shifts', { ...commercial(capacity), name: `T${at}`, size: `F${at + 1}` })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
});

test('shifts of a capacity of another unit, or of none, are refused', async () => {
  const [here, there] = [await unit(), await unit()];
  for (const capacity of [await getCapacity(there.tenant), await getCapacity(null), randomUUID()]) {
    const { status, body } = await here.client.post('/api/auth/shifts', commercial(capacity));
    expect([status, body.status]).toEqual([404, 'not_found']);
  }
  expect((await here.client.post('/api/auth/shifts', { ...office, purpose: 'capacity' })).body.status).toBe('required');
  const { body } = await there.client.post('/api/auth/shifts', commercial(await getCapacity(there.tenant)));
  expect((await here.client.get('/api/auth/shifts')).body.items).toEqual([]);
  expect((await here.client.delete(`/api/auth/shifts/${body.id}`)).status).toBe(404);
});

test('access hours are a person’s own windows and the attached shifts together, and follow the shifts', async () => {
  const { tenant, client } = await unit();
  const person = await makeUser(tenant);
  const { body: shift } = await client.post('/api/auth/shifts', office);
  const path = `/api/auth/users/${person.id}/shifts`;
  const first = await client.get(path);
  expect(first.body).toMatchObject({ attached: [], own: null, items: [{ id: shift.id, name: 'Escritório', people: 0 }] });
  expect((await client.put(path, { version: first.body.version, shifts: [shift.id] })).status).toBe(200);
  const monday = { days: [1], from: '08:00', to: '18:00' };
  expect(await getHours(person.id)).toEqual({ own: null, hours: [monday] });
  // The shift changes, and with it what holds.
  await client.put(`/api/auth/shifts/${shift.id}`, { ...office, purpose: undefined, version: 1, days: ['TUESDAY'] });
  expect(await getHours(person.id)).toEqual({ own: null, hours: [{ ...monday, days: [2] }] });
  await client.put(`/api/auth/shifts/${shift.id}`, { ...office, purpose: undefined, version: 2, useSchedule: 'N' });
  expect(await getHours(person.id)).toEqual({ own: null, hours: null });
  await client.put(`/api/auth/shifts/${shift.id}`, { ...office, purpose: undefined, version: 3, useSchedule: 'S' });

  // Detaching the last one asks what shall hold.
  const { body: now } = await client.get(path);
  const detached = { version: now.version, shifts: [] };
  expect((await client.put(path, detached)).body.status).toBe('shift_in_use');
  expect((await client.delete(`/api/auth/shifts/${shift.id}`)).body.status).toBe('shift_in_use');
  expect((await client.delete(`/api/auth/shifts/${shift.id}?without=keep`)).body).toEqual({ status: 'ok' });
  expect(await getHours(person.id)).toEqual({ own: [monday], hours: [monday] });
  expect((await query('select shift_ids from users where id = $1', [person.id]))[0]).toEqual({ shift_ids: [] });
});

test('detaching leaves always or the same hours, and the history says which', async () => {
  const { tenant, client } = await unit();
  const { body: shift } = await client.post('/api/auth/shifts', office);
  for (const [without, hours] of [
    ['always', null],
    ['keep', [{ days: [1], from: '08:00', to: '18:00' }]],
  ] as const) {
    const person = await makeUser(tenant);
    const path = `/api/auth/users/${person.id}/shifts`;
    await client.put(path, { version: 1, shifts: [shift.id] });
    expect((await client.put(path, { version: 2, shifts: [], without })).body).toEqual({ version: 3 });
    expect((await getHours(person.id))?.hours).toEqual(hours);
    const told = await query("select change from audit where row_id = $1 and what = 'user.edit' order by at", [person.id]);
    expect(told.map(({ change }) => change)).toEqual([
      { before: { shifts: [] }, after: { shifts: ['Escritório'] } },
      {
        before: { shifts: ['Escritório'], ...(hours && { accessHours: null }) },
        after: { shifts: [], ...(hours && { accessHours: hours }) },
      },
    ]);
  }
});

test('an attached shift refuses a sign-in outside of it', async () => {
  const { tenant, client } = await unit();
  const person = await makeUser(tenant);
  const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'America/Sao_Paulo' }).format(Date.now() + 3 * 86_400_000);
  const { body: shift } = await client.post('/api/auth/shifts', { ...office, days: [weekday.toUpperCase()] });
  await client.put(`/api/auth/users/${person.id}/shifts`, { version: 1, shifts: [shift.id] });
  const viewer = await getApi(harness, tenant, person).catch((error: Error) => error);
  expect(String(viewer)).toContain('horario_not_allowed');
});

test('holidays are replaced as a list; a list that has changed since and days that don’t exist are refused', async () => {
  const { client, tenant } = await unit();
  const christmas = { name: 'Natal', day: null, month: 12, monthDay: 25 };
  const carnival = { name: 'Carnaval', day: '2027-02-09', month: null, monthDay: null };
  expect((await client.get('/api/auth/holidays')).body).toEqual({ items: [], version: 0 });
  const saved = await client.put('/api/auth/holidays', { version: 0, items: [christmas, carnival, christmas] });
  expect(saved.status).toBe(200);
  expect((await client.get('/api/auth/holidays')).body).toEqual({ items: [carnival, christmas], version: saved.body.version });
  expect((await client.put('/api/auth/holidays', { version: 0, items: [] })).body.status).toBe('changed_meanwhile');
  for (const item of [
    { ...christmas, monthDay: 31, month: 2 },
    { ...carnival, month: 2, monthDay: 9 },
    { ...christmas, month: null },
  ])
    expect((await client.put('/api/auth/holidays', { version: saved.body.version, items: [item] })).status).toBe(422);
  expect((await client.put('/api/auth/holidays', { version: saved.body.version, items: [christmas] })).status).toBe(200);
  const told = await query("select change from audit where tenant_id = $1 and what = 'holidays.edit' order by at", [tenant.id]);
  expect(told).toEqual([{ change: { added: ['Natal', 'Carnaval'], removed: [] } }, { change: { added: [], removed: ['Carnaval'] } }]);
});

test('a partner’s visit changes shifts of a capacity alone; who may sign in when stays with the unit, and the attempt is recorded', async () => {
  const partner = await makeTenant({ kind: 'partner' });
  const tenant = await makeTenant({ parent: partner });
  await query('update relations set verify = false where tenant_id = $1', [tenant.id]);
  const [admin, person] = [await makeUser(tenant, { profile: 'admin' }), await makeUser(tenant)];
  const home = await getApi(harness, tenant, admin);
  const master = await getApi(harness, partner, await makeUser(partner, { profile: 'master' }));
  const way = await master.post('/api/auth/change/partner/to/admin/no/verify', { company: tenant.id, reason: 'Conferir' });
  const arrived = await api(harness, tenant).post('/api/oauth/company', { token: way.body.token });
  const visit = api(harness, tenant, arrived.body.token);
  const shift = (await home.post('/api/auth/shifts', office)).body.id;
  expect((await home.put(`/api/auth/users/${person.id}/shifts`, { version: 1, shifts: [shift] })).status).toBe(200);
  const hours = await getHours(person.id);
  const edit = { version: 1, name: 'Escritório', days: ['SUNDAY'], starts: '00:00', ends: '23:00' };
  const answers = [
    await visit.post('/api/auth/shifts', office),
    await visit.put(`/api/auth/shifts/${shift}`, edit),
    await visit.post(`/api/auth/shifts/${shift}/copy`, { version: 1, days: ['SUNDAY'] }),
    await visit.delete(`/api/auth/shifts/${shift}?without=always`),
    await visit.put(`/api/auth/users/${person.id}/shifts`, { version: 2, shifts: [], without: 'always' }),
    await visit.put('/api/auth/holidays', { version: '', items: [] }),
    // Access hours are read in the unit's zone.
    await visit.post('/api/auth/config/update', { timezone: 'Pacific/Auckland' }),
  ];
  const [zone] = await query('select zone from tenants where id = $1', [tenant.id]);
  expect((await visit.post('/api/auth/config/update', { timezone: zone?.zone })).status).toBe(200);
  expect(answers.map(({ status, body }) => [status, body.status])).toEqual(answers.map(() => [403, 'act_as_blocked']));
  expect(await getHours(person.id)).toEqual(hours);
  await expect
    .poll(() => query("select 1 from audit where tenant_id = $1 and what = 'call.refused'", [tenant.id]))
    .toHaveLength(answers.length);
  const capacity = await getCapacity(tenant);
  expect((await visit.post('/api/auth/shifts', commercial(capacity))).status).toBe(200);
});

test('an administrator limited to their own accounts changes no shift of another’s capacity', async () => {
  const { tenant, client } = await unit();
  const capacity = await getCapacity(tenant);
  await query('update tenants set restrict_accounts = true where id = $1', [tenant.id]);
  expect((await client.post('/api/auth/shifts', commercial(capacity))).body.status).toBe('not_found');
  await query('update tenants set restrict_accounts = false where id = $1', [tenant.id]);
  expect((await client.post('/api/auth/shifts', commercial(capacity))).status).toBe(200);
});
