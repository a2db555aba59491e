// A user without an account confirms a provider's answer with a code mailed by the platform.
import { expect, test } from 'vitest';
import { deliver, mailTo } from '../support/account-mail.ts';
import { api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { answer, arrive, begin, bring, makeProvider, makeSamlApp } from '../support/saml-provider.ts';

const harness = useHarness();

async function waiting() {
  const tenant = await makeTenant({ name: 'Aurora' });
  const administrator = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
  const provider = await makeProvider();
  const app = await makeSamlApp(administrator, provider);
  const person = await makeUser(tenant, { account: false, profile: 'admin', language: 'en-US' });
  const anybody = api(harness, tenant);
  const { id, cookie } = await begin(anybody, app);
  const xml = answer(provider, app, { inResponseTo: id, nameId: 'k-1', format: '', attributes: { email: person.email } });
  const found = await arrive(anybody, await bring(harness, app.acs, xml), cookie);
  expect(found.body.status).toBe('redirect_confirm_link');
  const link = (found.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const token: string = found.body.token;
  const post = (path: string, body: object = {}, browser = link) =>
    anybody.post(path, { token, ...body }, { headers: { cookie: browser } });
  return { tenant, person, post };
}
async function codeTo({ email }: { email: string }, nth = 1): Promise<string> {
  await expect.poll(async () => (await mailTo(email)).length, { timeout: 30_000 }).toBe(nth);
  return /:\s+(\d{6})\./.exec((await mailTo(email)).at(-1)?.text ?? '')?.[1] ?? '';
}

test('the code is mailed by the platform, works once, in the browser where the answer is pending, and links the user', async () => {
  const { tenant, person, post } = await waiting();
  // The unit has its own mail server, which it could read.
  await query(
    `insert into mail_servers (tenant_id, name, email, host, port, protocol, enabled)
      values ($1, 'Aurora', 'x@aurora.test', 'smtp.aurora.test', 587, 'starttls', true)`,
    [tenant.id],
  );
  expect((await post('/api/login/link/config')).body).toMatchObject({ by: 'mail', email: person.email, passkey: null });
  // Before a code was sent there is nothing to guess.
  expect((await post('/api/login/link', { code: '000000' })).body.status).toBe('factor_wrong');
  expect((await post('/api/login/link/code', {}, `link=${'A'.repeat(43)}`)).body.status).toBe('factor_over');
  expect((await post('/api/login/link/code')).body).toEqual({ status: 'ok' });
  await deliver(harness, tenant);
  const old = await codeTo(person);
  expect((await mailTo(person.email)).at(-1)?.subject).toBe('Your code for Aurora');
  expect(await query('select via, kind, subject from mails where user_id = $1', [person.id])).toEqual([
    { via: 'platform', kind: 'account_link_code', subject: 'Your code for Aurora' },
  ]);
  expect((await post('/api/login/link/code')).body).toEqual({ status: 'ok' });
  await deliver(harness, tenant);
  const code = await codeTo(person, 2);
  if (old !== code) expect((await post('/api/login/link', { code: old })).body.status).toBe('factor_wrong');
  expect((await post('/api/login/link', { code }, `link=${'A'.repeat(43)}`)).body.status).toBe('factor_over');
  expect(await query('select 1 from identities where user_id = $1', [person.id])).toEqual([]);
  expect((await post('/api/login/link', { code })).body).toMatchObject({ status: 'ok', auth_type: 'saml', user: { id: person.id } });
  expect((await post('/api/login/link', { code })).body.status).toBe('factor_over');
  expect(await query('select subject from identities where user_id = $1', [person.id])).toEqual([{ subject: 'k-1' }]);
});

test('at most three codes in a quarter of an hour, and none for an expired answer', async () => {
  const { tenant, person, post } = await waiting();
  for (let sent = 0; sent < 3; sent += 1) expect((await post('/api/login/link/code')).status).toBe(200);
  expect((await post('/api/login/link/code')).body.status).toBe('too_many_attempts');
  await query(`update tickets set expires_at = now() - interval '1 second' where tenant_id = $1 and purpose = 'sso.link'`, [tenant.id]);
  await deliver(harness, tenant);
  expect((await post('/api/login/link/code')).body.status).toBe('factor_over');
  // Codes sent before it expired may have arrived; none arrives afterwards.
  const before = (await mailTo(person.email)).length;
  await deliver(harness, tenant);
  expect(await mailTo(person.email)).toHaveLength(before);
});
