import { describe, expect, test } from 'vitest';
import { control, makeEmbeddable, makePrincipal } from '../guards/place.ts';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeGrant, makeReport } from '../support/make-content.ts';
import { makeCustomField, putValues } from '../support/make-custom-field.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const list = '/api/auth/management/reports';

async function unit() {
  const tenant = await makeTenant();
  const admin = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
  return { tenant, admin };
}
type Row = Record<string, unknown>;
const editable = ({ group, subgroup, owner, cover, ...report }: Row & { cover: { kind: string } }, more: object) => {
  const kept = ['id', 'title', 'description', 'texts', 'verified', 'hidden', 'externalUrl', 'navigationPanel', 'sideFilter', 'hiddenPages'];
  kept.push('visualHeaders', 'mobileBackground', 'orientation', 'showLastUpdate', 'tenantColors', 'allowEdit', 'restriction', 'onCatalog');
  kept.push('onApp', 'watermark', 'ignoreRlsRole', 'catalogDescription', 'resolution', 'version');
  const { id: _, ...fields } = Object.fromEntries(kept.map((name) => [name, report[name]]));
  return { ...fields, groupId: null, subgroupId: null, ownerId: null, coverKind: cover.kind, ...more };
};

describe('the custom field values of reports', () => {
  test('are validated, stored, shown in the history, and exported under their key', async () => {
    const { tenant, admin } = await unit();
    await makeCustomField(tenant, {
      key: 'cf_area',
      of: 'report',
      type: 'list',
      options: ['Frota', 'Pátio'],
      required: true,
      searchable: true,
    });
    await makeCustomField(tenant, { key: 'cf_cost', of: 'report', type: 'number', searchable: true, position: 1 });
    await makeCustomField(tenant, { key: 'cf_person' });
    const report = await makeReport(tenant, { title: 'Pneus' });
    const read = async () => (await admin.get(`${list}/${report.id}`)).body;
    const save = async (custom: object) => admin.put(`${list}/${report.id}`, editable(await read(), { custom }));
    // A field that became required later blocks only edits of that set of fields.
    expect((await save({})).status).toBe(200);
    expect(await save({ cf_cost: '1' })).toMatchObject({ status: 422, body: { status: 'required', field: 'custom.cf_area' } });
    expect(await save({ cf_area: 'Mar' })).toMatchObject({
      status: 422,
      body: { field: 'custom.cf_area', vars: { reason: 'not_an_option' } },
    });
    expect(await save({ cf_area: 'Frota', cf_person: 'x' })).toMatchObject({ status: 422, body: { field: 'custom.cf_person' } });
    expect((await save({ cf_area: 'Frota', cf_cost: '-12.50' })).status).toBe(200);
    expect((await read()).custom).toEqual({ cf_area: 'Frota', cf_cost: '-12.5' });
    const [last] = (await admin.get(`${list}/${report.id}/history`)).body.items;
    expect(last.before.custom).toEqual({});
    expect(Object.values(last.after.custom)).toEqual(['Frota', '-12,5']);
    const file = (await admin.get(`${list}/export`)).body;
    expect(file.columns.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(['cf_area', 'cf_cost']));
    expect(file.csv).toContain('cf_area;cf_cost');
    expect(file.csv).toMatch(/Frota;"?'?-12\.5/);
  });

  test('filter the list: options, prefixes regardless of accents, ranges of days and of numbers', async () => {
    const { tenant, admin } = await unit();
    const field = (key: string, type: 'list' | 'text' | 'date' | 'number') =>
      makeCustomField(tenant, { key, of: 'report', type, searchable: true, ...(type === 'list' ? { options: ['Sul', 'Norte'] } : {}) });
    for (const [key, type] of [
      ['cf_area', 'list'],
      ['cf_place', 'text'],
      ['cf_day', 'date'],
      ['cf_cost', 'number'],
    ] as const)
      await field(key, type);
    const make = async (title: string, values: Record<string, string>) => putValues('reports', await makeReport(tenant, { title }), values);
    await make('A', { cf_area: 'Sul', cf_place: 'São Paulo', cf_day: '2025-03-01', cf_cost: '-7' });
    await make('B', { cf_area: 'Norte', cf_place: 'sao luís', cf_day: '2026-03-01', cf_cost: '10' });
    await make('C', { cf_place: 'Santos', cf_cost: '9.5' });
    const titles = async (custom: string) =>
      (await admin.get(`${list}?sort=title&custom=${encodeURIComponent(custom)}`)).body.items.map(({ title }: { title: string }) => title);
    expect(await titles('cf_area=Sul&cf_area=norte')).toEqual(['A', 'B']);
    expect(await titles('cf_place~=SAO')).toEqual(['A', 'B']);
    expect(await titles('cf_place~=%25')).toEqual([]);
    expect(await titles('cf_day@=2025-06-01..')).toEqual(['B']);
    expect(await titles('cf_cost#=-8..9.5')).toEqual(['A', 'C']);
    expect(await titles('cf_cost#=..9.4&cf_area=Sul')).toEqual(['A']);
    expect(await titles('cf_nobody=1')).toEqual([]);
    for (const bad of ['x', 'cf_day@=hoje..', 'cf_cost#=1..a', "cf_area='"])
      expect((await admin.get(`${list}?custom=${encodeURIComponent(bad)}`)).status, bad).toBe(bad === "cf_area='" ? 200 : 422);
  });
});

describe('a user’s own value in an RLS identity', () => {
  test('opens the report with it, follows its next change, and is refused without one', async () => {
    const tenant = await makeTenant();
    const principal = await makePrincipal({ roles: { Regional: 'region' } });
    const report = await makeEmbeddable(tenant, principal, { needsIdentity: true, needsRoles: true, grantTo: [] });
    const field = await makeCustomField(tenant, { label: 'Regional', type: 'list', options: ['Sul', 'Norte'], identity: true });
    const [chief, ana] = [await makeUser(tenant, { profile: 'admin' }), await makeUser(tenant)];
    const [admin, reader] = [await getApi(harness, tenant, chief), await getApi(harness, tenant, ana)];
    const give = (username: string) =>
      admin.post(`/api/auth/reports/${report.id}/grants`, {
        subjects: [{ kind: 'user', id: ana.id }],
        identity: { as: 'fixed', username, roles: ['Regional'] },
      });
    for (const unknown of ['{{cf_other}}', '{{cf_regional}}{{cf_x}}'])
      expect(await give(unknown)).toMatchObject({ status: 422, body: { field: 'identity.username' } });
    expect((await give(`{{${field.key}}}`)).status).toBe(200);
    const open = () => reader.post(`/api/auth/reports/${report.id}/embed`);
    expect(await open()).toMatchObject({ status: 403, body: { status: 'rls_identity_missing' } });
    await putValues('users', ana, { [field.key]: 'Sul' });
    const first = await open();
    expect(first.status).toBe(200);
    expect((await open()).body.token).toBe(first.body.token);
    await putValues('users', ana, { [field.key]: 'Norte' });
    const second = await open();
    expect(second.status).toBe(200);
    expect(second.body.token).not.toBe(first.body.token);
    const asked = await control('GET', '/__sim/log');
    expect(JSON.stringify(asked)).toContain('Norte');
    const sight = (await admin.get(`/api/auth/reports/${report.id}/sight?view=seeing`)).body;
    expect(sight.items).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: ana.id, identity: { username: 'Norte', roles: ['Regional'] } })]),
    );
    // A disabled field is not part of any identity.
    await query('update custom_fields set disabled_at = now() where id = $1', [field.id]);
    expect((await open()).status).toBe(403);
    const refused = (await admin.get(`/api/auth/reports/${report.id}/sight?view=unidentified`)).body.items;
    expect(refused.map(({ id }: { id: string }) => id)).toContain(ana.id);
  });

  test('entered by the user counts only once an administrator reviews it: accepts it, replaces it, or enters another', async () => {
    const { tenant, admin } = await unit();
    const report = await makeEmbeddable(tenant, await makePrincipal({ roles: { Regional: 'region' } }), {
      needsIdentity: true,
      needsRoles: true,
      grantTo: [],
    });
    const review = '/api/auth/custom-fields/unreviewed';
    const field = await makeCustomField(tenant, { key: 'cf_region', userEditable: true });
    const [ana, bia] = [await makeUser(tenant, { name: 'Ana Nunes' }), await makeUser(tenant, { name: 'Bia Reis' })];
    await makeGrant(tenant, report, null, { identity: { username: 'R-{{cf_region}}', roles: ['Regional'] } });
    const [asAna, asBia] = [await getApi(harness, tenant, ana), await getApi(harness, tenant, bia)];
    for (const own of [asAna, asBia])
      expect((await own.put('/api/auth/custom-fields/mine', { custom: { cf_region: 'Todas' } })).status).toBe(200);
    const save = async (user: { id: string }) => {
      const { body } = await admin.get(`/api/auth/users/${user.id}`);
      const saved = await admin.put(`/api/auth/users/${user.id}`, {
        name: body.name,
        email: body.email,
        profile: body.profile,
        version: body.version,
        custom: body.custom,
      });
      expect(saved.status, saved.text).toBe(200);
    };
    await query('update custom_fields set identity = true where id = $1', [field.id]);
    const open = (own: typeof asAna) => own.post(`/api/auth/reports/${report.id}/embed`);
    for (const own of [asAna, asBia]) expect(await open(own)).toMatchObject({ status: 403, body: { status: 'rls_identity_missing' } });
    const refused = (await admin.get(`/api/auth/reports/${report.id}/sight?view=unidentified`)).body.items;
    expect(refused.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([ana.id, bia.id]));
    // A new value from a directory or an import does not accept the pending one.
    await query('update users set custom = custom || \'{"cf_other":"x"}\' where id = $1', [ana.id]);
    expect((await open(asAna)).status).toBe(403);
    // Nor does an administrator's edit of something else.
    await save(ana);
    expect((await open(asAna)).status).toBe(403);
    expect((await admin.get('/api/auth/custom-fields')).body.unreviewed).toBe(2);
    const { items, total } = (await admin.get(review)).body;
    expect([total, items]).toMatchObject([
      2,
      [
        { user: ana.id, name: 'Ana Nunes', key: 'cf_region', value: 'Todas', shown: 'Todas', at: expect.any(String) },
        { user: bia.id, name: 'Bia Reis', value: 'Todas' },
      ],
    ]);
    const seen = (user: { id: string }, value = 'Todas') => ({ user: user.id, key: 'cf_region', value });
    expect((await asAna.post(`${review}/accept`, { values: [seen(ana)] })).status).toBe(403);
    // All or nothing, and only the values that were displayed.
    const accept = (...values: object[]) => admin.post(`${review}/accept`, { values });
    expect(await accept(seen(ana), seen(bia, 'Sul'))).toMatchObject({ status: 409, body: { status: 'changed_meanwhile' } });
    expect((await open(asAna)).status).toBe(403);
    expect((await accept(seen(ana))).body).toEqual({ accepted: 1 });
    expect((await open(asAna)).status).toBe(200);
    expect(await accept(seen(ana))).toMatchObject({ status: 409 });
    const replace = (value: string, by: string | null) => admin.put(review, { ...seen(bia, value), by });
    expect((await replace('Nada', 'Sul')).status).toBe(409);
    expect(await replace('Todas', 'x'.repeat(501))).toMatchObject({ status: 422 });
    expect((await replace('Todas', 'Sul')).status).toBe(200);
    expect((await open(asBia)).status).toBe(200);
    expect((await admin.get(review)).body).toEqual({ items: [], total: 0 });
    // What the user enters after that is pending again, even if it equals the value accepted before.
    await query('update custom_fields set identity = false where id = $1', [field.id]);
    expect((await asAna.put('/api/auth/custom-fields/mine', { custom: { cf_region: 'Tudo' } })).status).toBe(200);
    await query('update custom_fields set identity = true where id = $1', [field.id]);
    expect((await open(asAna)).status).toBe(403);
    expect((await admin.get(review)).body.total).toBe(1);
    const { csv } = (await admin.get('/api/auth/audit/export?family=people', { headers: { lang: 'en-US' } })).body;
    for (const text of ['Value entered by the person accepted', 'Value entered by the person replaced', ': Todas → '])
      expect(csv).toContain(text);
    const asked = JSON.stringify(await control('GET', '/__sim/log'));
    expect([asked.includes('R-Todas'), asked.includes('R-Sul')]).toEqual([true, true]);
  });

  test('is each user’s own where a grant is to everyone', async () => {
    const { tenant, admin } = await unit();
    const report = await makeReport(tenant, { needsIdentity: true, needsRoles: true });
    await makeCustomField(tenant, { key: 'cf_region', identity: true });
    const [ana, bia] = [await makeUser(tenant, { name: 'Ana' }), await makeUser(tenant, { name: 'Bia' })];
    await putValues('users', ana, { cf_region: 'Sul' });
    await putValues('users', bia, { cf_region: 'Oeste' });
    await makeGrant(tenant, report, null, { identity: { username: 'R-{{cf_region}}', roles: ['Regional'] } });
    const { items } = (await admin.get(`/api/auth/reports/${report.id}/sight?view=seeing`)).body;
    expect(items.map(({ name, identity }: { name: string; identity: { username: string } }) => [name, identity.username])).toEqual([
      ['Ana', 'R-Sul'],
      ['Bia', 'R-Oeste'],
    ]);
  });
});

test('required profile fields are listed on home until they are filled in', async () => {
  const { tenant } = await unit();
  await makeCustomField(tenant, { key: 'cf_badge', label: 'Badge', required: true, userEditable: true });
  await makeCustomField(tenant, { key: 'cf_region', required: true });
  const reader = await getApi(harness, tenant, await makeUser(tenant));
  expect((await reader.get('/api/auth/dashboard')).body.missing).toEqual(['Badge']);
  await reader.put('/api/auth/custom-fields/mine', { custom: { cf_badge: '7' } });
  expect((await reader.get('/api/auth/dashboard')).body.missing).toEqual([]);
});
