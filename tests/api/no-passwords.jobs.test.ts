import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { askInvitation, deliver, getInvite, mailTo } from '../support/account-mail.ts';
import { api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeSamlRow } from '../support/make-saml-row.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { password } from '../support/password.ts';

const harness = useHarness();
const switchOff = (tenant: { id: string }) =>
  query(`update settings set "values" = "values" || '{"password_sign_in":"N"}' where tenant_id = $1`, [tenant.id]);
const getMail = async (address: string) => {
  await expect.poll(() => mailTo(address), { timeout: 30_000 }).not.toEqual([]);
  return (await mailTo(address)).at(-1);
};
const scene = async () => {
  const tenant = await makeTenant({ name: 'Vértice' });
  const boss = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
  await makeSamlRow(tenant);
  await switchOff(tenant);
  return { tenant, boss };
};

const words = {
  'en-US': ['Your access to Vértice', 'There is no password to set: sign in with Okta.'],
  'pt-BR': ['Seu acesso a Vértice', 'Não há senha a definir: entre com Okta.'],
  'pt-PT': ['O seu acesso a Vértice', 'Não há palavra-passe a definir: inicie sessão com Okta.'],
  es: ['Tu acceso a Vértice', 'No hay contraseña que definir: entra con Okta.'],
} as const;

test('an invitation says in the reader’s language how to sign in, leads there and sets no password', async () => {
  const { tenant } = await scene();
  for (const [language, [subject, text]] of Object.entries(words)) {
    const user = await makeUser(tenant, { account: false, language });
    await askInvitation(user);
    await deliver(harness, tenant);
    const mail = await getMail(user.email);
    expect(mail?.subject).toBe(subject);
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(text);
      expect(part).toContain(`${tenant.host}/signin?email=${encodeURIComponent(user.email)}`);
      expect(part).not.toContain('/new/password/');
    }
  }
  expect(await query('select 1 from tokens where tenant_id = $1', [tenant.id])).toEqual([]);
  expect(await query('select distinct kind from mails where tenant_id = $1', [tenant.id])).toEqual([{ kind: 'account_ways' }]);
}, 120_000);

test('an invitation by an administrator, form or directory and a pending password reset end the same way', async () => {
  const { tenant, boss } = await scene();
  const accepted = await makeUser(tenant);
  expect((await boss.post(`/api/auth/users/${accepted.id}/account_mail`)).body).toMatchObject({ status: 'ok', kind: 'ways' });
  const fresh = await makeUser(tenant, { account: false });
  expect((await boss.post(`/api/auth/users/${fresh.id}/invite`)).status).toBe(200);
  const asked = await makeUser(tenant);
  // Requested before the unit switched passwords off.
  await query("insert into outbox (tenant_id, id, kind, body) values ($1, $2, 'account.forgot', jsonb_build_object('email', $3::text))", [
    tenant.id,
    randomUUID(),
    asked.email,
  ]);
  await deliver(harness, tenant);
  for (const { email } of [accepted, fresh, asked]) expect((await getMail(email))?.text).toContain('Okta');
  // A user who has accepted is not invited again.
  await query("insert into outbox (tenant_id, id, kind, body) values ($1, $2, 'account.invite', jsonb_build_object('user_id', $3::text))", [
    tenant.id,
    randomUUID(),
    accepted.id,
  ]);
  await deliver(harness, tenant);
  expect(await mailTo(accepted.email)).toHaveLength(1);
  expect(await query('select 1 from tokens where tenant_id = $1', [tenant.id])).toEqual([]);
}, 120_000);

test('an older link lists the sign-in methods and sets nothing; it works again once passwords do', async () => {
  const tenant = await makeTenant({ name: 'Vértice' });
  const user = await makeUser(tenant, { account: false });
  const link = await getInvite(harness, user);
  const app = await makeSamlRow(tenant);
  const client = api(harness, tenant);
  expect((await client.post('/api/password/config', { token: link.token })).body.link.ways).toBeNull();
  await switchOff(tenant);
  expect((await client.post('/api/password/config', { token: link.token })).body.link).toMatchObject({
    email: user.email,
    ways: { names: ['Okta'], origin: expect.stringContaining(tenant.host) },
  });
  expect(await client.post('/api/password/new', { token: link.token, password: 'nove-cafés-azuis' })).toMatchObject({
    status: 403,
    body: { status: 'password_not_offered' },
  });
  expect(await query('select 1 from accounts where email = $1', [user.email])).toEqual([]);
  await query("update sso_apps set status = 'I' where id = $1", [app]);
  expect((await client.post('/api/password/new', { token: link.token, password })).body.status).toBe('ok');
}, 120_000);

const forgetting = {
  'en-US': ['does not allow password changes!', 'You sign in with Okta'],
  'pt-BR': ['não permite alterar a senha!', 'Entre com Okta'],
  'pt-PT': ['não permite alterar a palavra-passe!', 'Inicie sessão com Okta'],
  es: ['no permite cambiar la contraseña!', 'Entra con Okta'],
} as const;

test('a user of a provider or directory who was never invited gets a mail on how to sign in, not a password reset', async () => {
  const tenant = await makeTenant({ name: 'Vértice' });
  await makeSamlRow(tenant);
  const lone = await makeTenant({ name: 'Aurora' });
  const ask = async (unit: typeof tenant, email: string) =>
    expect(await api(harness, unit).post('/api/password/forgot', { email })).toMatchObject({ status: 200, body: { status: 'ok' } });
  const bind = (user: { id: string }, unit = tenant) =>
    query("insert into identities (tenant_id, id, user_id, kind, issuer, subject) values ($1, $2, $3, 'saml', 'https://idp.test', $4)", [
      unit.id,
      randomUUID(),
      user.id,
      user.id,
    ]);
  for (const [language, texts] of Object.entries(forgetting)) {
    const user = await makeUser(tenant, { account: false, language });
    await bind(user);
    await ask(tenant, user.email);
    await deliver(harness, tenant);
    const mail = await getMail(user.email);
    for (const text of texts) expect(mail?.text).toContain(text);
    expect(mail?.text).toContain(`${tenant.host}/signin?email=${encodeURIComponent(user.email)}`);
    expect(mail?.text).not.toContain('/new/password/');
  }
  // Provisioned by a directory, in a unit whose provider has no name, with an account elsewhere too.
  const brought = await makeUser(lone, { account: false });
  await query('update users set user_name = email, user_name_key = email, scim_at = now() where id = $1', [brought.id]);
  await makeUser(tenant, { email: brought.email });
  await query('update accounts set verified_at = now() where email = $1', [brought.email]);
  await ask(lone, brought.email);
  await deliver(harness, lone);
  expect((await getMail(brought.email))?.text).toContain('o provedor da sua organização');
  expect(await query('select 1 from tokens where tenant_id in ($1, $2)', [tenant.id, lone.id])).toEqual([]);
  expect(await query('select distinct kind from mails where tenant_id in ($1, $2)', [tenant.id, lone.id])).toEqual([
    { kind: 'account_ways' },
  ]);
  // Administrators can still send an invitation, and an invited user gets it again.
  const boss = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
  const invited = await makeUser(tenant, { account: false });
  await bind(invited);
  expect((await boss.post(`/api/auth/users/${invited.id}/invite`)).status).toBe(200);
  await deliver(harness, tenant);
  await expect.poll(() => mailTo(invited.email), { timeout: 30_000 }).toHaveLength(1);
  await ask(tenant, invited.email);
  await deliver(harness, tenant);
  await expect.poll(() => mailTo(invited.email), { timeout: 30_000 }).toHaveLength(2);
  for (const { text } of await mailTo(invited.email)) expect(text).toContain('/new/password/');
}, 120_000);
