import { describe, expect, test } from 'vitest';
import { type Api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeCustomField, putValues } from '../support/make-custom-field.ts';
import { makeTenant, type TenantOptions } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const path = '/api/auth/custom-fields';
const field = (more: object = {}) => ({ of: 'user', type: 'text', labels: { 'pt-BR': 'Matrícula' }, ...more });
const options = (...values: string[]) => values.map((value) => ({ value }));

async function unit(more: TenantOptions = {}) {
  const tenant = await makeTenant(more);
  const [boss, viewer] = [
    await makeUser(tenant, { profile: more.kind === 'partner' ? 'master' : 'admin' }),
    await makeUser(tenant, { name: 'Bruna Reis' }),
  ];
  return { tenant, boss, viewer, admin: await getApi(harness, tenant, boss), reader: await getApi(harness, tenant, viewer) };
}
let shared: ReturnType<typeof unit> | undefined;
/** One unit for all refused input: nothing is ever stored in it. */
const untouched = () => {
  shared ??= unit();
  return shared;
};
const keys = (body: { items: { key: string }[] }) => body.items.map((item) => item.key);
const add = async (admin: Api, more: object = {}) => (await admin.post(path, field(more))).body as { id: string; key: string };

describe('a field that an administrator adds', () => {
  test('gets a key from its label, once, and comes last in its list', async () => {
    const { admin } = await unit();
    const first = await admin.post(path, field({ labels: { 'pt-BR': 'Data de admissão', 'en-US': 'Admission' }, type: 'date' }));
    expect(first).toMatchObject({ status: 200, body: { key: 'cf_data_de_admissao', version: 1 } });
    expect((await admin.post(path, field({ labels: { 'pt-BR': 'DATA de admissao' } }))).body.key).toBe('cf_data_de_admissao_2');
    const renamed = await admin.put(`${path}/${first.body.id}`, { ...field({ type: 'date', labels: { 'pt-BR': 'Entrada' } }), version: 1 });
    expect(renamed).toMatchObject({ status: 200, body: { version: 2 } });
    const { body } = await admin.get(path);
    expect(body.items.map(({ key, labels }: { key: string; labels: object }) => [key, labels])).toEqual([
      ['cf_data_de_admissao', { 'pt-BR': 'Entrada' }],
      ['cf_data_de_admissao_2', { 'pt-BR': 'DATA de admissao' }],
    ]);
    expect(body.room).toEqual({ own: 48, global: 50 });
    const audit = await query('select what, change from audit where row_id = $1 order by at', [first.body.id]);
    expect(audit.map(({ what }) => what)).toEqual(['custom_field.add', 'custom_field.edit']);
    expect(audit[1]?.change).toEqual({
      before: { labels: { 'pt-BR': 'Data de admissão', 'en-US': 'Admission' } },
      after: { labels: { 'pt-BR': 'Entrada' } },
    });
  });

  test('keeps text that looks like markup as plain text', async () => {
    const { admin } = await unit();
    const label = '<script>alert("1")</script>{{x}}';
    const { key, id } = await add(admin, { labels: { 'pt-BR': label }, helps: { 'pt-BR': label } });
    expect(key).toBe('cf_script_alert_1_x');
    expect((await admin.get(`${path}/${id}`)).body).toMatchObject({ labels: { 'pt-BR': label }, helps: { 'pt-BR': label } });
    const { body } = await admin.get(`${path}/export`);
    expect(body.csv).toContain('cf_script_alert_1_x');
    expect(body.filename).toBe('campos-personalizados.csv');
  });

  test.each<[string, object, object]>([
    ['without a label in the language of the unit', { labels: { 'en-US': 'Badge' } }, { status: 'required', field: 'labels' }],
    ['with a label that is too long', { labels: { 'pt-BR': 'a'.repeat(81) } }, { status: 'invalid_input', field: 'labels.pt-BR' }],
    ['of an unknown type', { type: 'file' }, { status: 'invalid_input', field: 'type' }],
    ['for an unknown entity', { of: 'tenant' }, { status: 'invalid_input', field: 'of' }],
    ['of a list type without options', { type: 'list' }, { status: 'invalid_input', field: 'options', vars: { reason: 'options_needed' } }],
    ['with an option twice', { type: 'list', options: options('Sul', 'SUL') }, { field: 'options', vars: { reason: 'options_twice' } }],
    ['with an unknown language', { labels: { 'pt-BR': 'a', fr: 'b' } }, { status: 'invalid_input' }],
    ['with limits of another type', { limits: { least: '1' } }, { field: 'limits', vars: { reason: 'unused' } }],
    ['with an unknown limit', { limits: { regex: '(a+)+$' } }, { status: 'invalid_input' }],
    ['global in a unit', { global: true }, { field: 'global', vars: { reason: 'global_refused' } }],
    ['in identities and editable by the user', { identity: true, userEditable: true }, { field: 'userEditable' }],
    ['with a chosen key', { key: 'cf_mine' }, { status: 'invalid_input', field: 'key' }],
    ['with a default that does not fit', { type: 'number', defaultValue: 'doze' }, { field: 'defaultValue' }],
  ])('is refused %s', async (_, more, refusal) => {
    const { admin } = await untouched();
    const { vars, ...rest } = refusal as { vars?: object };
    expect(await admin.post(path, field(more))).toMatchObject({ status: 422, body: { ...rest, ...(vars ? { vars } : {}) } });
    expect((await admin.get(path)).body.items).toEqual([]);
  });

  test('is limited to fifty, also when sixty are added at once', async () => {
    const { tenant, admin } = await unit();
    for (let n = 0; n < 44; n++) await makeCustomField(tenant, { key: `cf_n_${n}` });
    const answers = await Promise.all(Array.from({ length: 12 }, () => admin.post(path, field())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    expect(new Set(answers.flatMap(({ body }) => body.key ?? [])).size).toBe(6);
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({
      status: 409,
      body: { status: 'custom_field_limit', vars: { limit: 50 } },
    });
  });
});

describe('a change', () => {
  test('of an old version is refused; of twenty at once one wins', async () => {
    const { admin } = await unit();
    const { id } = await add(admin);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => admin.put(`${path}/${id}`, { ...field({ labels: { 'pt-BR': `N ${n}` } }), version: 1 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({ status: 409, body: { status: 'changed_meanwhile' } });
  });

  test('that removes an option retires it if it is in use, and deletes it if not', async () => {
    const { admin, viewer } = await unit();
    const regional = field({ type: 'list', labels: { 'pt-BR': 'Regional' }, options: options('Sul', 'Norte', 'Leste') });
    const { id, key } = await add(admin, regional);
    await putValues('users', viewer, { [key]: 'Sul' });
    expect((await admin.get(`${path}/${id}`)).body).toMatchObject({ values: 1, used: [{ value: 'Sul', count: 1 }] });
    const edited = await admin.put(`${path}/${id}`, { ...regional, options: options('Leste'), version: 1 });
    expect(edited).toMatchObject({ status: 200, body: { retired: ['Sul'] } });
    const [one] = (await admin.get(path)).body.items;
    expect(one.options).toEqual([
      { value: 'Leste', labels: {}, retired: false },
      { value: 'Sul', labels: {}, retired: true },
    ]);
  });

  test('of type is allowed only if no value is lost', async () => {
    const { admin, viewer } = await unit();
    const { id, key } = await add(admin);
    await putValues('users', viewer, { [key]: 'Oeste' });
    const toList = (version: number, ...values: string[]) =>
      admin.put(`${path}/${id}`, { ...field({ type: 'list', options: options(...values) }), version });
    expect(await toList(1, 'Sul')).toMatchObject({ status: 409, body: { status: 'custom_field_type', field: 'type' } });
    expect((await toList(1, 'Sul', 'Oeste')).status).toBe(200);
    expect((await admin.put(`${path}/${id}`, { ...field({ type: 'number' }), version: 2 })).body.status).toBe('custom_field_type');
    expect((await admin.put(`${path}/${id}`, { ...field(), version: 2 })).status).toBe(200);
    const { id: number } = await add(admin, { type: 'number' });
    expect((await admin.put(`${path}/${number}`, { ...field(), version: 1 })).status).toBe(200);
    expect(await admin.put(`${path}/${number}`, { ...field({ of: 'report' }), version: 2 })).toMatchObject({
      status: 422,
      body: { field: 'of' },
    });
  });

  test('of the order must contain every field', async () => {
    const { admin } = await unit();
    const [a, b] = [await add(admin), await add(admin)];
    const other = await add(admin, { of: 'report' });
    expect((await admin.put(`${path}/order`, { of: 'user', ids: [b.id, a.id] })).status).toBe(200);
    expect(keys((await admin.get(path)).body)).toEqual([b.key, a.key, other.key]);
    for (const ids of [[a.id], [a.id, b.id, other.id]])
      expect(await admin.put(`${path}/order`, { of: 'user', ids })).toMatchObject({ status: 409, body: { status: 'changed_meanwhile' } });
    expect((await admin.put(`${path}/order`, { of: 'user', ids: [a.id, a.id] })).status).toBe(422);
  });

  test('of parallel orders each begins where the one before it ended, and the others are refused', async () => {
    const { tenant, admin } = await unit();
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1) ids.push((await add(admin)).id);
    const orders = [[...ids].reverse(), [ids[1], ids[0], ids[3], ids[2]], [ids[2], ids[3], ids[0], ids[1]]];
    const answers = await Promise.all([...orders, ...orders].map((order) => admin.put(`${path}/order`, { of: 'user', ids: order })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const past = await query("select change from audit where tenant_id = $1 and what = 'custom_field.order' order by at", [tenant.id]);
    expect(past.map(({ change }) => change.before)).toEqual([ids, ...past.slice(0, -1).map(({ change }) => change.after)]);
  });
});

describe('a field that is deleted', () => {
  test('leaves the forms at once, can be restored with its values for thirty days, and is then purged', async () => {
    const { tenant, admin, viewer, reader } = await unit();
    const { id, key } = await add(admin, { searchable: true });
    await putValues('users', viewer, { [key]: 'VA-1', cf_other: 'x' });
    const inForce = async () => (await reader.get(`${path}/in-force/user`)).body.fields.map((each: { key: string }) => each.key);
    const change = (action: string) => admin.post(`${path}/bulk`, { action, ids: [id] });
    expect((await change('disable')).body).toEqual({ changed: 1 });
    expect(await inForce()).toEqual([]);
    await change('enable');
    expect(await inForce()).toEqual([key]);
    expect((await change('delete')).body).toEqual({ changed: 1 });
    expect(await inForce()).toEqual([]);
    const [deleted] = (await admin.get(path)).body.items;
    expect(deleted.state).toBe('deleted');
    expect(Date.parse(deleted.goneAt)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    expect(await admin.put(`${path}/${id}`, { ...field(), version: deleted.version })).toMatchObject({ status: 404 });
    expect((await change('restore')).body).toEqual({ changed: 1 });
    expect(await inForce()).toEqual([key]);
    expect((await reader.get(`${path}/mine`)).body.values).toEqual({ [key]: 'VA-1' });
    await change('delete');
    await query("update custom_fields set deleted_at = now() - interval '29 days' where id = $1", [id]);
    await query('select app.purge_custom_fields()');
    expect((await admin.get(path)).body.items).toHaveLength(1);
    await query("update custom_fields set deleted_at = now() - interval '31 days' where id = $1", [id]);
    await query('select app.purge_custom_fields()');
    expect((await admin.get(path)).body.items).toEqual([]);
    expect(await query('select custom from users where id = $1', [viewer.id])).toEqual([{ custom: { cf_other: 'x' } }]);
    expect(await query('select 1 from custom_values where tenant_id = $1', [tenant.id])).toEqual([]);
    expect(await query("select 1 from audit where row_id = $1 and what = 'custom_field.purge'", [id])).toHaveLength(1);
  });

  test('is deleted with others or not at all', async () => {
    const { admin } = await unit();
    const [mine, foreign] = [await add(admin), await makeCustomField(await makeTenant())];
    expect(await admin.post(`${path}/bulk`, { action: 'delete', ids: [mine.id, foreign.id] })).toMatchObject({ status: 404 });
    expect((await admin.get(path)).body.items[0].state).toBe('active');
  });
});

describe('a global field', () => {
  test('of a partner applies in its units, where it is read-only', async () => {
    const partner = await unit({ kind: 'partner' });
    const below = await unit({ parent: partner.tenant });
    const stranger = await unit();
    await add(below.admin, { labels: { 'pt-BR': 'Centro' } });
    const made = await add(partner.admin, { labels: { 'pt-BR': 'Centro' }, global: true, required: true });
    expect(made.key).toBe('cf_centro_2');
    const listed = (await below.admin.get(path)).body.items;
    expect(listed.map(({ key, mine, global }: { key: string; mine: boolean; global: boolean }) => [key, mine, global])).toEqual([
      ['cf_centro_2', false, true],
      ['cf_centro', true, false],
    ]);
    expect((await stranger.admin.get(path)).body.items).toEqual([]);
    for (const answer of [
      await below.admin.put(`${path}/${made.id}`, { ...field({ global: false }), version: 1 }),
      await below.admin.post(`${path}/bulk`, { action: 'delete', ids: [made.id] }),
      await stranger.admin.get(`${path}/${made.id}`),
    ])
      expect(answer.status).toBe(404);
    await putValues('users', below.viewer, { cf_centro_2: '42' });
    expect((await partner.admin.get(`${path}/${made.id}`)).body.values).toBe(1);
    expect((await below.admin.get(`${path}/${made.id}`)).body).toMatchObject({ mine: false, values: 1 });
    expect((await below.reader.get(`${path}/mine`)).body.values).toEqual({ cf_centro_2: '42' });
    await partner.admin.post(`${path}/bulk`, { action: 'delete', ids: [made.id] });
    expect(keys((await below.admin.get(path)).body)).toEqual(['cf_centro']);
  });
});

describe('a user’s own values', () => {
  test('are limited to visible fields, and saved only where they are editable', async () => {
    const { tenant, viewer, reader } = await unit();
    await makeCustomField(tenant, { key: 'cf_badge', required: true, userEditable: true, limits: { pattern: 'AA-99' } });
    await makeCustomField(tenant, { key: 'cf_region', type: 'list', options: ['Sul', 'Norte'], identity: true, position: 1 });
    await makeCustomField(tenant, { key: 'cf_secret', userVisible: false, position: 2 });
    await putValues('users', viewer, { cf_region: 'Sul', cf_secret: 'x' });
    const { body } = await reader.get(`${path}/mine`);
    expect(body.fields.map((each: { key: string }) => each.key)).toEqual(['cf_badge', 'cf_region']);
    expect(body).toMatchObject({ values: { cf_region: 'Sul' }, missing: ['cf_badge'] });
    const save = (custom: object) => reader.put(`${path}/mine`, { custom });
    expect(await save({ cf_badge: 'VA-12' })).toMatchObject({
      status: 200,
      body: { values: { cf_badge: 'VA-12', cf_region: 'Sul' }, missing: [] },
    });
    expect(await query('select custom from users where id = $1', [viewer.id])).toEqual([
      { custom: { cf_badge: 'VA-12', cf_region: 'Sul', cf_secret: 'x' } },
    ]);
    const [audit] = await query("select change from audit where row_id = $1 and what = 'user.custom'", [viewer.id]);
    expect(audit?.change).toEqual({ before: { cf_badge: null }, after: { cf_badge: 'VA-12' } });
    for (const [custom, status, refused] of [
      [{ cf_badge: '' }, 'required', 'custom.cf_badge'],
      [{ cf_badge: 'nope' }, 'invalid_input', 'custom.cf_badge'],
      [{ cf_region: 'Norte' }, 'invalid_input', 'custom.cf_region'],
      [{ cf_secret: 'y' }, 'invalid_input', 'custom.cf_secret'],
      [{ cf_nobody: 'y' }, 'invalid_input', 'custom.cf_nobody'],
      [{ cf_badge: 12 }, 'invalid_input', 'custom.cf_badge'],
      [{ cf_badge: ['VA-12'] }, 'invalid_input', 'custom.cf_badge'],
      [{ badge: 'x' }, 'invalid_input', 'custom.badge'],
    ] as const)
      expect(await save(custom), JSON.stringify(custom)).toMatchObject({ status: 422, body: { status, field: refused } });
  });
});
