import { expect, test } from 'vitest';
import { api, signIn } from '../support/api.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { world } from '../support/world.ts';

const usual = (world().worker.compatibilityFlags ?? []) as string[]; // because wrangler's type of its own settings is not exported
// A runtime without the flag of wrangler.toml compiles every module at the start (docs/deploy.md); the build is the same.
const harness = useHarness({ compatibilityFlags: usual.filter((flag) => flag !== 'new_module_registry') });

test('the same build runs without new_module_registry: pages, features at their first call, packages and cron', async () => {
  expect(usual).toContain('new_module_registry');
  const tenant = await makeTenant();
  const person = await makeUser(tenant, { profile: 'admin' });
  expect((await api(harness, tenant).get('/signin')).status).toBe(200);
  const client = api(harness, tenant, await signIn(harness, tenant, person));
  expect((await client.get('/api/auth/dashboard')).status).toBe(200);
  // A library for CSV, all contracts, and XML with node-saml.
  expect((await client.get('/api/auth/users/export')).status).toBe(200);
  expect(Object.keys((await client.get('/api/openapi.json')).body.paths).length).toBeGreaterThan(200);
  expect((await client.get('/api/auth/saml/all')).status).toBe(200);
  expect(await harness.getWorker().scheduled({})).toMatchObject({ outcome: 'ok' });
  expect(harness.getLogs().filter(({ message }) => message.includes('job_failed'))).toEqual([]);
});
