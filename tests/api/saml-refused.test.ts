import { expect, test } from 'vitest';
import { api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant, type TenantOptions } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { type AnswerOptions, answer, arrive, begin, bring, makeProvider, makeSamlApp } from '../support/saml-provider.ts';

const harness = useHarness();

async function scene(more: Record<string, unknown> = {}, options: TenantOptions = {}) {
  const tenant = await makeTenant(options);
  const administrator = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
  const provider = await makeProvider();
  const app = await makeSamlApp(administrator, provider, { name: 'Okta da casa', ...more });
  const anybody = api(harness, tenant);
  const come = async (options: AnswerOptions) => {
    const { id, cookie } = await begin(anybody, app);
    return arrive(anybody, await bring(harness, app.acs, answer(provider, app, { inResponseTo: id, ...options })), cookie);
  };
  const kept = async () =>
    (await query(`select change, row_id from audit where tenant_id = $1 and what = 'saml.refused' order by at, id`, [tenant.id])).map(
      ({ change }) => change,
    );
  const patience = { timeout: 20_000 };
  const expectKept = (rows: object[]) => expect.poll(kept, patience).toMatchObject(rows);
  return { tenant, administrator, provider, app, anybody, come, kept, expectKept };
}

test('a refused response is listed for administrators with the failed check, once a minute', async () => {
  const { administrator, come, expectKept, tenant } = await scene();
  const person = await makeUser(tenant);
  for (let n = 0; n < 3; n += 1)
    expect((await come({ nameId: person.email, audience: 'https://other.test' })).body.status).toBe('error_saml');
  await expectKept([{ name: 'Okta da casa', code: 'error_saml', check: 'audience' }]);
  await come({ nameId: person.email, notOnOrAfter: -90 });
  await expectKept([{ check: 'audience' }, { check: 'time' }]);
  const { body } = await administrator.get('/api/auth/audit?family=sessions');
  const row = body.items.find(({ what }: { what: string }) => what === 'saml.refused');
  expect(row).toMatchObject({ thing: 'Okta da casa', who: null });
  expect(row.fields).toEqual(expect.arrayContaining([{ field: 'check', after: 'time' }]));
  // A valid response leaves no entry.
  expect((await come({ nameId: person.email })).body.status).toBe('ok');
  await expectKept([{ check: 'audience' }, { check: 'time' }]);
});

test('a user refused by the portal is listed with their address, and so is a replayed response', async () => {
  const { come, expectKept, app, provider, anybody, tenant } = await scene();
  expect((await come({ nameId: 'nobody@people.test' })).body.status).toBe('not_found_companies');
  await expectKept([{ code: 'not_found_companies', email: 'nobody@people.test', name: 'Okta da casa' }]);
  const person = await makeUser(tenant);
  await come({ nameId: 'first', attributes: { email: person.email } });
  expect((await come({ nameId: 'second', attributes: { email: person.email } })).body.status).toBe('redirect_confirm_link');
  await expectKept([{ code: 'not_found_companies' }, { code: 'redirect_confirm_link', email: person.email }]);
  const { id, cookie } = await begin(anybody, app);
  const xml = answer(provider, app, { inResponseTo: id, nameId: 'first' });
  await arrive(anybody, await bring(harness, app.acs, xml), cookie);
  await bring(harness, app.acs, xml);
  await expectKept([{}, {}, { code: 'error_saml', check: 'request' }]);
  const full = await scene({ jit: 'S' }, { userLimit: 1 });
  expect((await full.come({ nameId: 'new@people.test' })).body.status).toBe('user_limit_reached');
  await full.expectKept([{ code: 'user_limit_reached', email: 'new@people.test' }]);
});

test('a stranger cannot flood the log: unsigned or unsolicited responses are recorded once an hour', async () => {
  const { app, kept, expectKept, tenant } = await scene({ idpInitiated: 'S' });
  const stranger = await makeProvider();
  const junk = () => bring(harness, app.acs, answer(stranger, app, { nameId: 'x' }));
  await Promise.all(Array.from({ length: 20 }, junk));
  await expectKept([{ check: 'signature' }]);
  await query(`update attempts set until = now() + interval '30 minutes' where key like $1`, [`sr ${app.id}%`]);
  await junk();
  await bring(harness, app.acs, 'no document');
  await expect.poll(async () => (await kept()).length, { timeout: 20_000 }).toBe(2);
  expect(await kept()).toMatchObject([{ check: 'signature' }, { check: 'document' }]);
  expect(await query('select distinct row_id from audit where tenant_id = $1 and what = $2', [tenant.id, 'saml.refused'])).toEqual([
    { row_id: app.id },
  ]);
});
