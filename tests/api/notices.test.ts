import { describe, expect, test } from 'vitest';
import { type Api, api, getApi, signIn } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { hostileTexts } from '../support/hostile-texts.ts';
import { makeUserGroup } from '../support/make-content.ts';
import { makeNotice, saying } from '../support/make-notice.ts';
import { makeTenant, platform, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const base = '/api/auth/notices';
// One fixed time for the whole file, in whole seconds.
const start = Math.floor(Date.now() / 1000) * 1000;
const second = 1000;
const hour = 3_600_000;
const at = (milliseconds: number) => new Date(start + milliseconds).toISOString();
const words = { title: 'Inventário', body: saying('A contagem começa às seis.') };

async function unit(parent?: { id: string }) {
  const tenant = await makeTenant(parent ? { parent } : {});
  const [boss, viewer] = [await makeUser(tenant, { profile: 'admin' }), await makeUser(tenant, { name: 'Bruna Reis' })];
  return { tenant, boss, viewer, admin: await getApi(harness, tenant, boss), reader: await getApi(harness, tenant, viewer) };
}
const titlesAt = async (tenant: { host: string }, moment?: string) => {
  const { body } = await api(harness, tenant).post('/api/login/config', {}, moment ? { at: moment } : {});
  return body.notices.map(({ title }: { title: string }) => title);
};
const home = async (reader: Api) => (await reader.get('/api/auth/dashboard')).body.notices.map(({ title }: { title: string }) => title);
const own = async (reader: Api) => (await reader.get('/api/auth/own-notices')).body.items;
const waits = async (reader: Api) => (await reader.post('/api/auth/config')).body.config.notice_waits;

describe('a notice on the sign-in page', () => {
  test('is shown from its start, in that second, until its end, to the second', async () => {
    const { tenant, admin } = await unit();
    const body = { ...words, atLogin: 'S', startsAt: at(hour), endsAt: at(2 * hour) };
    expect((await admin.post(base, body)).status).toBe(200);
    expect(await titlesAt(tenant, at(hour - second))).toEqual([]);
    expect(await titlesAt(tenant, at(hour))).toEqual(['Inventário']);
    expect(await titlesAt(tenant, at(2 * hour - second))).toEqual(['Inventário']);
    expect(await titlesAt(tenant, at(2 * hour))).toEqual([]);
  });

  test('is one of two at most, of all layers: the most severe first, then the oldest', async () => {
    const partner = await makeTenant({ kind: 'partner' });
    const tenant = await makeTenant({ parent: partner });
    const strange = await makeTenant();
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    await makeNotice(tenant, { title: 'own info', atLogin: true, startsAt: ago(50) });
    await makeNotice(tenant, { title: 'own warning', severity: 'warning', atLogin: true, startsAt: ago(10) });
    await makeNotice(partner, { title: 'partner warning', severity: 'warning', atLogin: true, below: true, startsAt: ago(20) });
    await makeNotice(partner, { title: 'partner only', severity: 'error', atLogin: true });
    await makeNotice(strange, { title: 'strange', severity: 'error', atLogin: true, below: true });
    await makeNotice(tenant, { title: 'at home', severity: 'error' });
    expect(await titlesAt(tenant)).toEqual(['partner warning', 'own warning']);
    expect(await titlesAt(partner)).toEqual(['partner only', 'partner warning']);
    const { id } = await makeNotice(platform, { title: 'platform error', severity: 'error', atLogin: true, below: true });
    expect(await titlesAt(tenant)).toEqual(['platform error', 'partner warning']);
    // A partner that may not act says nothing to its units.
    await query("update tenants set status = 'B' where id = $1", [partner.id]);
    expect(await titlesAt(tenant)).toEqual(['platform error', 'own warning']);
    await query('delete from notices where id = $1', [id]);
    expect(await titlesAt(tenant)).toEqual(['own warning', 'own info']);
  });

  test('is HTML in the page, in each language that it has, with every text escaped and no script in it', async () => {
    const { tenant, admin } = await unit();
    for (const text of hostileTexts.slice(0, 3)) await admin.post(base, { title: text.slice(0, 120), body: saying(text), atLogin: 'S' });
    await query('delete from notices where tenant_id = $1', [tenant.id]);
    for (const text of hostileTexts) {
      const body = [
        { type: 'h2', content: [{ text }] },
        { type: 'ul', content: [{ type: 'li', content: saying(text) }] },
      ];
      const title = text.trim().slice(0, 120).trim() || 'x';
      const { id } = await makeNotice(tenant, { title, atLogin: true });
      await query('update notices set body = $2, texts = $3 where id = $1', [
        ...[id, JSON.stringify(body), JSON.stringify({ es: { title, text, body } })],
      ]);
      const html = await (await harness.fetch(`${tenant.origin}/signin`)).text();
      const [, block = ''] = /<div id="notices" hidden>([\s\S]*?)<script type="application\/json"/.exec(html) ?? [];
      expect(block, text).toMatch(/^<div class="quiet-notice quiet-notice-info"><div data-in=/);
      // What is left without our own tags has no tag.
      const rest = block.replace(/<\/?(?:div|p|ul|li|strong)(?: class="[\w -]+"| data-in="[\w -]+")?>/g, '');
      expect(rest, text).not.toMatch(/[<>"']/);
      await query('delete from notices where id = $1', [id]);
    }
  });

  test('has no audience and no answer, and a link opens apart', async () => {
    const { tenant, admin } = await unit();
    const body = [{ type: 'p', content: [{ type: 'a', href: 'https://status.mirante.app/?a=1&b=2', content: [{ text: 'Estado' }] }] }];
    const asked = { title: 'Rede', body, atLogin: 'S', dismissible: 'S', mustAcknowledge: 'S', audienceBelow: 'S' };
    const { body: added } = await admin.post(base, { ...asked, audience: { type: 'profiles', profiles: ['user'] } });
    expect((await admin.get(`${base}/${added.id}`)).body).toMatchObject({
      ...{ atLogin: 'S', audience: { type: 'all' }, dismissible: 'N', mustAcknowledge: 'N', audienceBelow: 'N' },
    });
    const html = await (await harness.fetch(`${tenant.origin}/signin`)).text();
    expect(html).toContain(
      '<a rel="noopener noreferrer" href="https://status.mirante.app/?a=1&amp;b=2" class="link" target="_blank">Estado</a>',
    );
    for (const href of ['javascript:alert(1)', 'data:text/html,x', 'http://x.test/']) {
      const wrong = [{ type: 'p', content: [{ type: 'a', href, content: [{ text: 'x' }] }] }];
      expect((await admin.post(base, { title: 'Rede', body: wrong })).status, href).toBe(422);
    }
  });
});

describe('a notice on home', () => {
  test('is for everyone, for profiles or for user groups, in the reader’s language', async () => {
    const { tenant, viewer, admin, reader } = await unit();
    const group = await makeUserGroup(tenant, { name: 'Loja', members: [viewer] });
    const texts = { 'en-US': { title: 'Stocktaking', body: saying('Counting starts at six.') } };
    await admin.post(base, { ...words, title: 'Todos', texts });
    await admin.post(base, { ...words, title: 'Administradores', audience: { type: 'profiles', profiles: ['admin'] } });
    const grouped = await admin.post(base, { ...words, title: 'Loja', audience: { type: 'groups', ids: [group.id] } });
    expect((await home(reader)).toSorted()).toEqual(['Loja', 'Todos']);
    expect((await home(admin)).toSorted()).toEqual(['Administradores', 'Todos']);
    // Who changes the language gets the text of the new one, and the main text where there is none.
    const { body } = await reader.get('/api/auth/dashboard', { headers: { lang: 'en-US' } });
    expect(body.notices.map(({ title }: { title: string }) => title).toSorted()).toEqual(['Loja', 'Stocktaking']);
    expect((await admin.get(`${base}/${grouped.body.id}`)).body.groups).toEqual([{ id: group.id, name: 'Loja' }]);
    const absent = await admin.post(base, { ...words, audience: { type: 'groups', ids: [crypto.randomUUID()] } });
    expect(absent).toMatchObject({ status: 404, body: { field: 'audience' } });
    await query('update user_groups set deleted_at = now() where id = $1', [group.id]);
    expect(await home(reader)).toEqual(['Todos']);
  });

  test('is dismissed by its reader alone, where it can be', async () => {
    const { tenant, admin, reader } = await unit();
    const other = await getApi(harness, tenant, await makeUser(tenant));
    const [soft, firm] = [await makeNotice(tenant, { answer: 'dismiss' }), await makeNotice(tenant, { title: 'Firme' })];
    for (const _ of [1, 2]) expect((await reader.post(`${base}/${soft.id}/dismiss`)).status).toBe(200);
    expect(await reader.post(`${base}/${firm.id}/dismiss`)).toMatchObject({ status: 404 });
    expect(await reader.post(`${base}/${soft.id}/acknowledge`)).toMatchObject({ status: 404 });
    expect(await home(reader)).toEqual(['Firme']);
    expect(await home(other)).toHaveLength(2);
    expect(await own(reader)).toMatchObject([{ dismissedAt: expect.any(String) }, { dismissedAt: null }]);
    const readers = (await admin.get(`${base}/${soft.id}/readers?view=dismissed`)).body;
    expect(readers).toMatchObject({ items: [{ name: 'Bruna Reis', unit: tenant.name }], counts: { dismissed: 1, acknowledged: 0 } });
    expect(readers.addressed).toBe(3);
  });
});

describe('a notice that must be acknowledged', () => {
  test('waits for each addressee until acknowledged, and lists and exports who did', async () => {
    const { tenant, admin, reader, viewer } = await unit();
    const { body } = await admin.post(base, { ...words, mustAcknowledge: 'S', audience: { type: 'profiles', profiles: ['user'] } });
    expect([await waits(reader), await waits(admin)]).toEqual([true, false]);
    expect((await reader.get('/api/auth/notifications/count')).body.notice).toBe(true);
    for (const _ of [1, 2]) expect((await reader.post(`${base}/${body.id}/acknowledge`)).status).toBe(200);
    expect(await waits(reader)).toBe(false);
    expect((await reader.get('/api/auth/notifications/count')).body.notice).toBe(false);
    expect(await home(reader)).toEqual([]);
    expect(await own(reader)).toMatchObject([{ title: 'Inventário', acknowledgedAt: expect.any(String) }]);
    expect(await admin.post(`${base}/${body.id}/acknowledge`)).toMatchObject({ status: 404 });
    const { items, total } = (await admin.get(`${base}/${body.id}/readers?sort=name`)).body;
    expect([total, items]).toEqual([1, [expect.objectContaining({ id: viewer.id, email: viewer.email, unit: tenant.name })]]);
    expect((await admin.get(`${base}/${body.id}/readers?search=nobody`)).body).toMatchObject({ items: [], total: 0 });
    const file = (await admin.get(`${base}/${body.id}/readers/export`)).body;
    expect([file.rows, file.csv]).toEqual([1, expect.stringContaining('Bruna Reis')]);
    expect(await query("select user_id, change from audit where row_id = $1 and what = 'notice.acknowledge'", [body.id])).toEqual([
      { user_id: viewer.id, change: { title: 'Inventário' } },
    ]);
  });

  test('lists and exports who still has to acknowledge it, in pages, by unit and name', async () => {
    const partner = await makeTenant({ kind: 'partner', name: 'Numera BI' });
    const boss = await makeUser(partner, { profile: 'master', name: 'Ágata Pires' });
    const admin = await getApi(harness, partner, boss);
    const [one, blocked] = [await unit(partner), await unit(partner)];
    const stranger = await unit();
    await query("update tenants set status = 'B' where id = $1", [blocked.tenant.id]);
    await query("update users set name = 'Zoe Lima', sort_key = 'zoe lima' where id = $1", [one.boss.id]);
    await makeUser(one.tenant, { name: 'Sem acesso', status: 'B' });
    const firm = { ...words, mustAcknowledge: 'S' };
    const { id } = (await admin.post(base, { ...firm, audienceBelow: 'S' })).body;
    const missing = async (of: string, more = '') => (await admin.get(`${base}/${of}/readers?view=missing${more}`)).body;
    const getNames = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name);
    const all = await missing(id);
    expect(all).toMatchObject({ total: 3, counts: { acknowledged: 0, dismissed: 0, missing: 3 } });
    expect(getNames(all)).toEqual(['Ágata Pires', 'Bruna Reis', 'Zoe Lima']);
    expect(all.items[1]).toEqual({ id: one.viewer.id, name: 'Bruna Reis', email: one.viewer.email, unit: one.tenant.name, at: null });
    // In pages, whatever the order.
    const first = await missing(id, '&size=2&sort=-name');
    expect(getNames(first)).toEqual(['Zoe Lima', 'Bruna Reis']);
    expect(getNames(await missing(id, `&size=2&sort=-name&cursor=${first.next}`))).toEqual(['Ágata Pires']);
    expect(getNames(await missing(id, '&sort=unit&search=numera'))).toEqual(['Ágata Pires']);
    // A search narrows the list, not the count beside the view's name; a page without rows has both.
    expect(await missing(id, '&search=agata')).toMatchObject({ items: [{ name: 'Ágata Pires' }], total: 1, counts: { missing: 3 } });
    expect(await missing(id, '&search=nobody')).toMatchObject({ items: [], total: 0, counts: { missing: 3 } });
    expect(await missing(id, '&size=2&page=9')).toMatchObject({ items: [], total: 3, pages: 2, counts: { missing: 3 } });
    expect((await missing(id, '&sort=-at')).total).toBe(3);

    expect((await one.reader.post(`${base}/${id}/acknowledge`)).status).toBe(200);
    expect(getNames(await missing(id))).toEqual(['Ágata Pires', 'Zoe Lima']);
    const file = (await admin.get(`${base}/${id}/readers/export?view=missing`)).body;
    expect([file.rows, file.columns.map((column: { id: string }) => column.id)]).toEqual([2, ['name', 'email', 'unit']]);
    expect(file.csv).toContain('Zoe Lima');
    // Only those it is for, and only who was there while it was shown.
    const group = await makeUserGroup(partner, { name: 'Loja', members: [] });
    const grouped = (await admin.post(base, { ...firm, audience: { type: 'groups', ids: [group.id] } })).body;
    expect(getNames(await missing(grouped.id))).toEqual([]);
    await query('insert into user_group_members (tenant_id, user_group_id, user_id) values ($1, $2, $3)', [partner.id, group.id, boss.id]);
    expect(getNames(await missing(grouped.id))).toEqual(['Ágata Pires']);
    const profiles = { ...firm, audienceBelow: 'S', audience: { type: 'profiles', profiles: ['user'] } };
    const ordinary = (await admin.post(base, profiles)).body.id;
    expect(getNames(await missing(ordinary))).toEqual(['Bruna Reis']);
    expect((await admin.post(`${base}/${ordinary}/withdraw`)).status).toBe(200);
    await makeUser(one.tenant, { name: 'Nova Pessoa' });
    expect(getNames(await missing(ordinary))).toEqual(['Bruna Reis']);
    const soft = await makeNotice(partner, { answer: 'dismiss' });
    expect((await missing(soft.id)).counts).toEqual({ acknowledged: 0, dismissed: 0, missing: 0 });
    expect((await stranger.admin.get(`${base}/${id}/readers?view=missing`)).status).toBe(404);
  });

  test('of the platform stops people of a unit with the inbox hidden, and the platform lists them; no unit changes it', async () => {
    const root = await getApi(harness, platform, await makeUser(platform, { profile: 'a2m' }));
    const partner = await makeTenant({ kind: 'partner' });
    const { tenant, admin, reader, viewer } = await unit(partner);
    await query(`update settings set "values" = '{"hidden_menu":["notifications"]}' where tenant_id = $1`, [tenant.id]);
    const title = `Termos ${tenant.id}`;
    const { body } = await root.post(base, { ...words, title, mustAcknowledge: 'S', audienceBelow: 'S' });
    expect(await waits(reader)).toBe(true);
    const fresh = await getApi(harness, tenant, viewer);
    expect((await fresh.get('/api/auth/notifications/count')).status).toBe(403);
    expect(await waits(fresh)).toBe(true);
    for (const [method, path, asked] of [
      ['PUT', `${base}/${body.id}`, { version: 1, ...words }],
      ['DELETE', `${base}/${body.id}`, undefined],
      ['POST', `${base}/${body.id}/withdraw`, {}],
      ['GET', `${base}/${body.id}`, undefined],
      ['GET', `${base}/${body.id}/readers`, undefined],
    ] as const)
      expect((await admin.call(method, path, { body: asked })).status, method).toBe(404);
    expect((await fresh.post(`${base}/${body.id}/acknowledge`)).status).toBe(200);
    const readers = (await root.get(`${base}/${body.id}/readers?search=${encodeURIComponent(tenant.name)}`)).body;
    expect(readers.items).toMatchObject([{ name: 'Bruna Reis', unit: tenant.name }]);
    // The list goes with the notice, in the units too.
    expect((await root.delete(`${base}/${body.id}`)).status).toBe(200);
    expect(await query('select from notice_states where notice_id = $1', [body.id])).toEqual([]);
  });

  test('isn’t acknowledged for another, nor by a stranger who doesn’t see it', async () => {
    const { tenant, viewer, reader } = await unit();
    const other = await unit();
    const { id } = await makeNotice(tenant, { answer: 'acknowledge' });
    expect((await other.reader.post(`${base}/${id}/acknowledge`)).status).toBe(404);
    expect((await reader.post(`${base}/${id}/acknowledge`, { user_id: other.viewer.id })).status).toBe(422);
    expect((await reader.post(`${base}/${id}/acknowledge`)).status).toBe(200);
    expect(await query('select tenant_id, user_id from notice_states where notice_id = $1', [id])).toEqual([
      { tenant_id: tenant.id, user_id: viewer.id },
    ]);
  });
});

describe('an administrator', () => {
  test('sees them by state, edits what is planned or shown, withdraws and deletes', async () => {
    const { admin, reader } = await unit();
    const { body: planned } = await admin.post(base, { ...words, startsAt: at(hour), endsAt: at(2 * hour) });
    expect((await admin.get(`${base}/${planned.id}`)).body).toMatchObject({ state: 'planned', startsAt: at(hour), version: 1 });
    const edit = { version: 1, title: 'Mais cedo', body: words.body, startsAt: at(-hour) };
    expect((await admin.put(`${base}/${planned.id}`, edit)).body).toEqual({ id: planned.id, version: 2 });
    expect(await admin.put(`${base}/${planned.id}`, edit)).toMatchObject({ status: 409, body: { status: 'changed_meanwhile' } });
    // It is shown now, so its start stays; what the edit omits stays too.
    await admin.put(`${base}/${planned.id}`, { ...edit, version: 2, startsAt: at(hour) });
    const shown = (await admin.get(`${base}/${planned.id}`)).body;
    expect(shown).toMatchObject({ state: 'shown', startsAt: at(-hour), endsAt: at(2 * hour), dismissible: 'S', version: 3 });
    expect((await admin.post(`${base}/${planned.id}/withdraw`)).status).toBe(200);
    expect(await home(reader)).toEqual([]);
    expect(await admin.post(`${base}/${planned.id}/withdraw`)).toMatchObject({ status: 409, body: { status: 'notice_over' } });
    expect(await admin.put(`${base}/${planned.id}`, { ...edit, version: 4 })).toMatchObject({
      status: 409,
      body: { status: 'notice_over' },
    });
    const list = (await admin.get(`${base}?view=withdrawn&search=cedo`)).body;
    expect(list).toMatchObject({ items: [{ state: 'withdrawn' }], counts: { current: 0, past: 0, withdrawn: 1 } });
    expect((await admin.delete(`${base}/${planned.id}`)).status).toBe(200);
    expect((await admin.delete(`${base}/${planned.id}`)).status).toBe(404);
    expect((await query('select what from audit where row_id = $1 order by at, id', [planned.id])).map(({ what }) => what)).toEqual(
      ['add', 'edit', 'edit', 'withdraw', 'delete'].map((what) => `notice.${what}`),
    );
  });

  test.each([
    [{ endsAt: at(-hour) }, 'notice_times'],
    [{ startsAt: at(2 * hour), endsAt: at(hour) }, 'notice_times'],
    [{ startsAt: at(-3 * hour), endsAt: at(-hour) }, 'notice_times'],
    [{ body: [] }, 'required'],
    [{ title: ' ' }, 'required'],
    [{ title: 'x'.repeat(121) }, 'too_long'],
    [{ texts: { es: { title: 'Sin texto' } } }, 'invalid'],
    [{ texts: { fr: words } }, 'invalid'],
    [{ audience: { type: 'profiles', profiles: [] } }, ''],
    [{ severity: 'fatal' }, ''],
  ])('is refused %j', async (wrong, _) => {
    const { admin } = await unit();
    expect((await admin.post(base, { ...words, ...wrong })).status).toBe(422);
  });

  test('posts thirty that are open at most, also when many are posted at once', async () => {
    const { tenant, admin } = await unit();
    for (let n = 0; n < 27; n++) await makeNotice(tenant, { title: `n ${n}` });
    const answers = await Promise.all(Array.from({ length: 6 }, () => admin.post(base, words)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ status }) => status))).toEqual(new Set([409]));
    expect(await admin.post(base, words)).toMatchObject({ status: 409, body: { status: 'notice_limit' } });
    await query("update notices set ends_at = starts_at + interval '1 second' where tenant_id = $1", [tenant.id]);
    expect((await admin.post(base, words)).status).toBe(200);
  });

  test('alone manages notices; a user neither reads the list nor posts', async () => {
    const { reader } = await unit();
    for (const answer of [await reader.get(base), await reader.post(base, words)]) expect(answer.status).toBe(403);
  });

  test('sees what the layers above show here, with their names, and can’t open it', async () => {
    const partner: Tenant = await makeTenant({ kind: 'partner', name: 'Numera BI' });
    const { admin } = await unit(partner);
    await makeNotice(partner, { title: 'Do parceiro', below: true, severity: 'warning' });
    await makeNotice(partner, { title: 'Só do parceiro' });
    await makeNotice(partner, { title: 'Ainda não', below: true, startsAt: at(hour) });
    const { above } = (await admin.get(base)).body;
    expect(above.filter(({ source }: { source: string }) => source === 'Numera BI')).toMatchObject([{ title: 'Do parceiro' }]);
  });
});

test('a removed person stays in the list of who acknowledged until the data is purged', async () => {
  const { tenant, admin, reader, viewer } = await unit();
  const { id } = await makeNotice(tenant, { answer: 'acknowledge' });
  await reader.post(`${base}/${id}/acknowledge`);
  await query("update users set status = 'D', deleted_at = now() where id = $1", [viewer.id]);
  const { items, addressed } = (await admin.get(`${base}/${id}/readers`)).body;
  expect([items.length, addressed]).toEqual([1, 1]);
  await expect(signIn(harness, tenant, viewer)).rejects.toThrow();
});
