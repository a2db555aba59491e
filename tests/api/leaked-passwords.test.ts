import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { getApi } from '../support/api.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { password } from '../support/password.ts';

const leaked = 'nove-cafés-vazados';
const getHash = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();
const others = `${'0'.repeat(35)}:3\r\n`;

// A range service that answers as the public one does; requests are kept in `asked`.
const asked: string[] = [];
const usual = { status: 200, count: 27, hangs: false };
let now = usual;
const service = createServer((request, response) => {
  asked.push(request.url ?? '');
  if (now.hangs) return;
  response.writeHead(now.status, { 'content-type': 'text/plain' });
  response.end(`${others}${getHash(leaked).slice(5)}:${now.count}`);
});
await new Promise<void>((done) => {
  service.listen(0, '127.0.0.1', done);
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});
beforeEach(() => {
  now = usual;
  asked.length = 0;
});
const harness = useHarness({ vars: { LEAKED_PASSWORDS_API: `http://127.0.0.1:${(service.address() as AddressInfo).port}` } }); // because it listens on a port

async function change(to: string) {
  const tenant = await makeTenant();
  const client = await getApi(harness, tenant, await makeUser(tenant));
  return client.post('/api/auth/account/password', { current: password, password: to });
}

test('a password known from a leak is refused, and the service learns only five digits of its hash', async () => {
  expect(await change(leaked)).toMatchObject({ status: 422, body: { status: 'password_refused', vars: { rule: 'leaked' } } });
  expect(asked).toEqual([`/range/${getHash(leaked).slice(0, 5)}`]);
});

test('a password that is not in the answer, or only as padding, is accepted', async () => {
  expect((await change('nove-cafés-guardados')).status).toBe(200);
  now = { ...usual, count: 0 };
  expect((await change(leaked)).status).toBe(200);
});

test('a password that breaks a rule of the unit is refused without asking the service', async () => {
  expect(await change('curta')).toMatchObject({ status: 422, body: { vars: { rule: 'length' } } });
  expect(asked).toEqual([]);
});

test.each([
  ['answers an error', { ...usual, status: 503 }],
  ['hangs', { ...usual, hangs: true }],
])('a service that %s refuses no password', async (_, state) => {
  now = state;
  expect((await change(leaked)).status).toBe(200);
  expect(asked).toHaveLength(1);
});
