import { describe, expect, test } from 'vitest';
import { api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeNotification } from '../support/make-notification.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();

async function person() {
  const tenant = await makeTenant();
  const [user, other] = [await makeUser(tenant), await makeUser(tenant)];
  return { tenant, user, other, mine: await getApi(harness, tenant, user) };
}
const inbox = '/api/auth/notifications';
const getIds = (answer: { body: { items: { id: string }[] } }) => answer.body.items.map((item) => item.id);

test('the inbox shows your notifications newest first, page by page, with archived ones apart', async () => {
  const { tenant, user, other, mine } = await person();
  const made = [];
  for (let hour = 0; hour < 5; hour += 1)
    made.push((await makeNotification(tenant, user, { at: `2026-11-20T0${hour}:00:00Z`, read: hour === 0 })).id);
  const gone = await makeNotification(tenant, user, { deleted: true, read: true });
  await makeNotification(tenant, other);
  const first = await mine.get(`${inbox}?size=3`);
  expect(getIds(first)).toEqual([made[4], made[3], made[2]]);
  expect(first.body.counts).toEqual({ all: 5, unread: 4, deleted: 1 });
  expect(first.body.items[0]).toMatchObject({ kind: 'catalog_granted', vars: { report: 'Vendas' }, link: '/catalogs', read: false });
  const second = await mine.get(`${inbox}?size=3&cursor=${first.body.next}`);
  expect(getIds(second)).toEqual([made[1], made[0]]);
  expect(second.body.next).toBeNull();
  expect(getIds(await mine.get(`${inbox}?view=unread`))).toHaveLength(4);
  expect(getIds(await mine.get(`${inbox}?view=deleted`))).toEqual([gone.id]);
  expect((await mine.get(`${inbox}/count`)).body).toEqual({ unread: 4, remote: false, notice: false });
});

test('a subject filters the inbox', async () => {
  const { tenant, user, mine } = await person();
  await makeNotification(tenant, user);
  const window = await makeNotification(tenant, user, { kind: 'maintenance_over', vars: { target: 'Vendas', title: 'x' } });
  expect(getIds(await mine.get(`${inbox}?family=maintenance`))).toEqual([window.id]);
});

test('notifications can be marked read and unread, deleted and restored, repeatedly', async () => {
  const { tenant, user, mine } = await person();
  const { id } = await makeNotification(tenant, user);
  const change = (action: string) => mine.post(`${inbox}/change`, { action, ids: [id] });
  const now = async () =>
    (await query('select read_at is not null as read, deleted_at is not null as deleted from notifications where id = $1', [id]))[0];
  for (const [action, state] of [
    ['read', { read: true, deleted: false }],
    ['read', { read: true, deleted: false }],
    ['unread', { read: false, deleted: false }],
    ['delete', { read: true, deleted: true }],
    ['restore', { read: true, deleted: false }],
  ] as const) {
    expect(await change(action)).toMatchObject({ status: 200, body: { changed: 1 } });
    expect(await now(), action).toEqual(state);
  }
});

test('a selection is all or nothing: another user’s notification in it changes nothing', async () => {
  const { tenant, user, other, mine } = await person();
  const [own, theirs] = [await makeNotification(tenant, user), await makeNotification(tenant, other)];
  const answers = [];
  for (const id of [theirs.id, '018f0000-0000-7000-8000-000000000009'])
    answers.push(await mine.post(`${inbox}/change`, { action: 'read', ids: [own.id, id] }));
  for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { status: 'not_found' } });
  expect(await query('select 1 from notifications where tenant_id = $1 and read_at is not null', [tenant.id])).toEqual([]);
});

test('marking everything read reports what changed, so that it can be undone', async () => {
  const { tenant, user, other, mine } = await person();
  const [one, two] = [await makeNotification(tenant, user), await makeNotification(tenant, user)];
  await makeNotification(tenant, other);
  const { body } = await mine.post(`${inbox}/read-all`);
  expect(body.ids.toSorted()).toEqual([one.id, two.id].toSorted());
  expect((await mine.post(`${inbox}/read-all`)).body.ids).toEqual([]);
  expect(await mine.post(`${inbox}/change`, { action: 'unread', ids: body.ids })).toMatchObject({ status: 200, body: { changed: 2 } });
  expect(await query('select 1 from notifications where user_id = $1 and read_at is not null', [other.id])).toEqual([]);
});

describe('e-mail notifications', () => {
  test('are the user’s choice, kind by kind, over the default, and recorded', async () => {
    const { tenant, user, mine } = await person();
    const getMail = async (kind: string) =>
      (await mine.get(`${inbox}/mail`)).body.kinds.find((each: { kind: string }) => each.kind === kind)?.mail;
    expect(await getMail('catalog_granted')).toBe(true);
    expect(await getMail('catalog_ended')).toBe(false);
    expect(await getMail('mail_server_failing')).toBeUndefined();
    const saved = await mine.put(`${inbox}/mail`, {
      kinds: [
        { kind: 'catalog_granted', mail: false },
        { kind: 'catalog_ended', mail: true },
      ],
    });
    expect(saved.status).toBe(200);
    expect([await getMail('catalog_granted'), await getMail('catalog_ended'), await getMail('catalog_denied')]).toEqual([
      false,
      true,
      true,
    ]);
    expect(await query("select user_id, change from audit where tenant_id = $1 and what = 'users.mail_choices'", [tenant.id])).toEqual([
      { user_id: user.id, change: { before: {}, after: { catalog_granted: false, catalog_ended: true } } },
    ]);
    expect((await mine.get(`${inbox}/mail`)).body).toMatchObject({ unitSends: false, address: user.email });
  });

  test('about factors of an account cannot be switched off', async () => {
    const { mine } = await person();
    for (const kind of ['factor_added', 'factor_removed', 'factors_reset', 'recovery_used', 'identity_linked', 'identity_unlinked']) {
      expect((await mine.get(`${inbox}/mail`)).body.kinds.find((each: { kind: string }) => each.kind === kind)).toBeUndefined();
      expect(await mine.put(`${inbox}/mail`, { kinds: [{ kind, mail: false }] })).toMatchObject({ status: 422, body: { field: 'kinds' } });
    }
  });

  test('about administration are for administrators', async () => {
    const { tenant, mine } = await person();
    const refused = await mine.put(`${inbox}/mail`, { kinds: [{ kind: 'mail_server_failing', mail: false }] });
    expect(refused).toMatchObject({ status: 422, body: { field: 'kinds' } });
    const admin = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
    expect((await admin.put(`${inbox}/mail`, { kinds: [{ kind: 'mail_server_failing', mail: false }] })).status).toBe(200);
  });
});

describe('invalid input', () => {
  test.each([
    [{ action: 'burn', ids: ['018f0000-0000-7000-8000-000000000009'] }, 422],
    [{ action: 'read', ids: [] }, 422],
    [{ action: 'read', ids: ['x'] }, 422],
    [{ action: 'read', ids: 'x' }, 422],
    [{ action: 'read', ids: ['018f0000-0000-7000-8000-000000000009'], user_id: 'x' }, 422],
    [{}, 422],
    ['{', 400],
  ])('%j is refused', async (body, status) => {
    const { mine } = await person();
    expect((await mine.post(`${inbox}/change`, body)).status).toBe(status);
  });

  test.each(['?cursor=x', '?cursor=eyJ9', '?size=0', '?size=1000', '?view=none', '?family=x', '?view=all&view=unread', '?x=1'])(
    '%s is refused',
    async (search) => {
      const { mine } = await person();
      expect([400, 422]).toContain((await mine.get(`${inbox}${search}`)).status);
    },
  );

  test('without a session there is no inbox', async () => {
    const { tenant } = await person();
    expect((await api(harness, tenant).get(inbox)).status).toBe(401);
  });
});
