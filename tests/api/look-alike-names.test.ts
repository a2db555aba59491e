import { beforeAll, expect, test } from 'vitest';
import { type Api, getApi } from '../support/api.ts';
import { useHarness } from '../support/harness.ts';
import { makeReport } from '../support/make-content.ts';
import { saying } from '../support/make-notice.ts';
import { getDirectory, makeScimToken, scimGroup } from '../support/make-scim.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
// Invisible: zero-width space and joiner, direction marks, soft hyphen, a filler, a byte order mark, a tag.
const unseen = ['\u200b', '\u200d', '\u202e', '\u200f', '\u2066', '\u00ad', '\u115f', '\u3164', '\ufeff', '\u{e0041}'];

const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString();

let unit: Tenant;
let admin: Api;
beforeAll(async () => {
  unit = await makeTenant();
  admin = await getApi(harness, unit, await makeUser(unit, { profile: 'admin' }));
});

const kinds: Record<string, () => Promise<(name: string) => ReturnType<Api['post']>>> = {
  'groups of people': async () => (name) => admin.post('/api/auth/user-groups', { name, description: '' }),
  'groups of reports': async () => (name) => admin.post('/api/auth/groups', { name, description: '', audience: 'everyone' }),
  'keys of embedded pages': async () => (name) => admin.post('/api/auth/embedding/keys', { name }),
  'views of a list': async () => (name) => admin.post('/api/auth/list-views', { list: 'names', name, state: { words: {}, columns: null } }),
  'views of a report': async () => {
    const { id } = await makeReport(unit);
    return (name) =>
      admin.post(`/api/auth/reports/${id}/views`, {
        name,
        content: { state: 'c3RhdGU=', page: 'ReportSection1', pageTitle: 'Resumo', rest: '[]' },
      });
  },
};

test.each(Object.keys(kinds))('%s cannot be duplicated with invisible characters', async (kind) => {
  const add = await (kinds[kind] as (typeof kinds)[string])(); // because it is one of the keys
  expect(await add('Vendas do Sul')).toMatchObject({ status: 200 });
  for (const sign of unseen) {
    const name = `Ven${sign}das do${sign} Sul${sign}`;
    expect(await add(name), JSON.stringify(name)).toMatchObject({ status: 409, body: { status: 'name_taken', field: 'name' } });
  }
  expect(await add('\u200b\u2066\u3164')).toMatchObject({ status: 422, body: { field: 'name' } });
});

test('a name is stored without invisible characters, and found by either spelling', async () => {
  const { body } = await admin.post('/api/auth/user-groups', { name: '\u202eLogís\u200btica\u2069  Norte', description: '' });
  expect((await admin.get(`/api/auth/user-groups/${body.id}`)).body.name).toBe('Logística Norte');
  const found = await admin.get(`/api/auth/user-groups?search=${encodeURIComponent('logis\u200btica')}`);
  expect(found.body.items).toMatchObject([{ id: body.id }]);
});

test('titles, which need not differ, are stored without them too', async () => {
  const hidden = '\u202eFecha\u200bmento\u2069  mensal\u200b';
  const shown = 'Fechamento mensal';
  const times = { startsAt: hours(1), endsAt: hours(2) };
  const { body: window } = await admin.post('/api/auth/maintenance', {
    ...{ target: 'unit', ...times, title: hidden, texts: { es: { title: hidden, text: '' } } },
  });
  const { body: shownWindow } = await admin.get(`/api/auth/maintenance/${window.ids[0]}`);
  expect(shownWindow).toMatchObject({ title: shown, texts: { es: { title: shown } } });

  const words = { title: hidden, body: saying('Na sexta.') };
  const { body: notice } = await admin.post('/api/auth/notices', { ...words, texts: { es: words } });
  expect((await admin.get(`/api/auth/notices/${notice.id}`)).body).toMatchObject({ title: shown, texts: { es: { title: shown } } });

  const { body: task } = await admin.post('/api/auth/tasks', {
    ...{ type: 'maintenance', action: 'start', name: hidden, targetKind: 'unit', options: { title: hidden, minutes: 60 } },
    triggers: [{ frequency: 'daily', times: ['06:00'] }],
  });
  expect((await admin.get(`/api/auth/tasks/${task.id}`)).body).toMatchObject({ name: shown, options: { title: shown } });

  const options = [{ value: hidden, labels: { es: hidden } }];
  const { body: field } = await admin.post('/api/auth/custom-fields', { of: 'user', type: 'list', labels: { 'pt-BR': hidden }, options });
  expect((await admin.get(`/api/auth/custom-fields/${field.id}`)).body).toMatchObject({
    labels: { 'pt-BR': shown },
    options: [{ value: shown, labels: { es: shown } }],
  });
});

test('a directory cannot create a second group or user with them', async () => {
  const directory = getDirectory(harness, unit, (await makeScimToken(unit)).token);
  const add = (path: string, body: object) => directory.call('POST', path, body);
  expect((await add('/Groups', { schemas: [scimGroup], displayName: 'Diretoria' })).status).toBe(201);
  expect((await add('/Groups', { schemas: [scimGroup], displayName: 'Dire\u200btoria\u200e' })).status).toBe(409);
  const person = (userName: string) => ({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName, displayName: 'Rui' });
  expect((await add('/Users', person('rui.costa'))).status).toBe(201);
  expect((await add('/Users', person('rui\u2060.costa'))).status).toBe(409);
});
