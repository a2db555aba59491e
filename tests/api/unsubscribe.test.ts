import { expect, test } from 'vitest';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const wish = 'List-Unsubscribe=One-Click';
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const boundary = 'x'.repeat(20);
const multipart = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`;
/** Without a Content-Length. */
const unsized = { ...form, 'transfer-encoding': 'chunked' };

async function scene() {
  const tenant = await makeTenant();
  const reader = await makeUser(tenant);
  const [row] = await query(
    "select replace($2::uuid::text, '-', '') || '.announcement.' || app.unsubscribe_mac($1, $2, 'announcement') as token",
    [tenant.id, reader.id],
  );
  const post = (body: string, headers: Record<string, string>) =>
    harness.fetch(`${tenant.origin}/api/unsubscribe/${row?.token}`, { method: 'POST', redirect: 'manual', headers, body });
  const isOff = async () =>
    (await query("select preferences->'mail'->>'announcement' as mail from users where id = $1", [reader.id]))[0]?.mail === 'false';
  return { tenant, reader, post, isOff };
}

test.each<[string, string, Record<string, string>]>([
  ['with its length', wish, form],
  ['without its length', wish, unsized],
  ['as multipart', multipart, { 'content-type': `multipart/form-data; boundary=${boundary}` }],
])('a form %s turns the mail off', async (_, body, headers) => {
  const { post, isOff } = await scene();
  expect((await post(body, headers)).status).toBe(200);
  expect(await isOff()).toBe(true);
});

test.each<[string, string, Record<string, string>]>([
  ['larger than a form of this kind', `${wish}&a=${'x'.repeat(2_000)}`, form],
  ['as large without its length', `${wish}&a=${'x'.repeat(100_000)}`, unsized],
  ['of another type', wish, { 'content-type': 'text/plain' }],
  ['that is no form', 'x', { 'content-type': 'multipart/form-data' }],
  ['without the wish', 'List-Unsubscribe=other', form],
])('a body %s is refused and changes nothing', async (_, body, headers) => {
  const { post, isOff } = await scene();
  expect((await post(body, headers)).status).toBe(400);
  expect(await isOff()).toBe(false);
});

test('the change history names the person and the kind of mail, and that it was by a link', async () => {
  const { tenant, reader, post } = await scene();
  const boss = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin', name: 'Ana Nunes' }));
  await query(`update users set preferences = '{"mail": {"report_fresh": false}}' where id = $1`, [reader.id]);
  for (let times = 0; times < 2; times += 1) expect((await post(wish, form)).status).toBe(200);
  const { items } = (await boss.get('/api/auth/audit?family=people')).body;
  expect(items).toMatchObject([
    { what: 'users.unsubscribe', who: reader.name, thing: reader.name, fields: [{ field: 'mailKind', after: 'announcement' }] },
  ]);
  expect(items[0].address).toBeTruthy();
  const getFile = async (path: string, language: string) =>
    String((await boss.get(`/api/auth/${path}`, { headers: { lang: language } })).body.csv);
  for (const [language, what, kind] of [
    ['pt-BR', 'E-mails desligados por um link', 'Tipo de e-mail: Alguém da unidade escreve uma mensagem'],
    ['en-US', 'E-mails turned off by an unsubscribe link', 'Kind of e-mail: Someone of the unit writes a message'],
  ] as const)
    for (const path of ['audit/export?family=people', `users/${reader.id}/history/export`]) {
      const csv = await getFile(path, language);
      expect(csv).toContain(what);
      expect(csv).toContain(kind);
      expect(csv).not.toMatch(/report_fresh|announcement|users\./);
    }
});
