import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const path = '/api/auth/mail/server';
const server = {
  name: 'Vértice',
  email: 'portal@vertice.com.br',
  host: 'smtp.vertice.com.br',
  port: 587,
  protocol: 'starttls',
  password: 'secret-of-the-tenant',
};

// A resolver that answers by name: `a-10-0-0-1.example.com` resolves to 10.0.0.1, `none.…` to nothing.
const asked: string[] = [];
const resolver = createHttp((request, response) => {
  const url = new URL(request.url ?? '', 'http://x');
  const name = url.searchParams.get('name') ?? '';
  asked.push(name);
  if (name.startsWith('broken.')) return void response.writeHead(500).end('<html>');
  const v4 = /^a-(\d+)-(\d+)-(\d+)-(\d+)\./.exec(name)?.slice(1).join('.');
  const address =
    url.searchParams.get('type') === 'A'
      ? (v4 ?? (name.startsWith('none.') || name.startsWith('v6.') ? null : '203.0.114.9'))
      : name.startsWith('v6.')
        ? 'fd00::1'
        : null;
  const type = url.searchParams.get('type') === 'A' ? 1 : 28;
  response.writeHead(200, { 'content-type': 'application/dns-json' });
  response.end(JSON.stringify({ Status: address ? 0 : 3, Answer: address ? [{ name, type, data: address }] : [] }));
});
/** A mail server that misbehaves, and what it received. */
function hostile(onConnection: (socket: Socket, heard: string[]) => void) {
  const heard: string[] = [];
  const tcp = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => heard.push(String(data)));
    onConnection(socket, heard);
  });
  return { tcp, heard };
}
const say = (socket: Socket, greeting: string, answers: Record<string, string>) => {
  socket.write(greeting);
  socket.on('data', (data) => {
    for (const [verb, answer] of Object.entries(answers)) if (String(data).toUpperCase().startsWith(verb)) socket.write(answer);
  });
};
const withoutTls = hostile((socket) =>
  say(socket, '220 hi\r\n', { EHLO: '250-hi\r\n250 AUTH PLAIN\r\n', AUTH: '235 ok\r\n', MAIL: '250 ok\r\n' }),
);
const giant = hostile((socket) => void socket.write(`220-${'x'.repeat(4_000_000)}`));
const mute = hostile(() => undefined);
const closing = hostile((socket) => void socket.end());
const garbage = hostile((socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<script>alert(1)</script>\r\n'));
const injecting = hostile((socket) =>
  say(socket, '220 hi\r\n', { EHLO: '250-hi\r\n250 STARTTLS\r\n', STARTTLS: '220 go\r\n250 AUTH PLAIN\r\n', AUTH: '235 ok\r\n' }),
);
const all = { withoutTls, giant, mute, closing, garbage, injecting };

const listen = (one: { listen(port: number, host: string, done: () => void): unknown; address(): unknown }) =>
  // Because it listens on a port.
  new Promise<number>((resolve) => one.listen(0, '127.0.0.1', () => resolve((one.address() as AddressInfo).port)));
const dns = await listen(resolver);
const ports: Record<string, number> = {};
for (const [name, { tcp }] of Object.entries(all)) ports[name] = await listen(tcp);
const harness = useHarness({
  vars: {
    DNS_OVER_HTTPS: `http://127.0.0.1:${dns}/dns-query`,
    SMTP_STAND_IN: Object.values(ports)
      .map((port) => `localhost:${port}`)
      .join(','),
  },
});
afterAll(() => {
  resolver.close();
  for (const { tcp } of Object.values(all)) tcp.close();
});

async function unit() {
  const tenant = await makeTenant();
  return { tenant, admin: await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' })) };
}

describe('an internal mail server is refused before any connection', () => {
  test.each([
    ...[
      '127.0.0.1',
      '169.254.169.254',
      '10.0.0.1',
      '0x7f000001',
      '2130706433',
      '0177.0.0.1',
      '127.1',
      '[::1]',
      '[::ffff:10.0.0.1]',
      '[fd00::1]',
      'localhost',
      'db.internal',
      // The runtime also parses these as addresses, though no resolver knows them.
      '１２７.０.０.１',
      '127。0。0。1',
      'x.localhoſt',
    ],
    ...['a-10-0-0-1.example.com', 'a-169-254-169-254.example.com', 'v6.example.com'],
  ])('%s', async (host) => {
    const { tenant, admin } = await unit();
    for (const answer of [await admin.put(path, { ...server, host, version: 0 }), await admin.post(`${path}/test`, { ...server, host })])
      expect(answer).toMatchObject({ status: 422, body: { status: 'mail_host_private', field: 'host' } });
    expect(await query('select 1 from mail_servers where tenant_id = $1', [tenant.id])).toEqual([]);
  });

  test('an unresolvable name is reported; a failing resolver blocks no one', async () => {
    const { admin } = await unit();
    expect(await admin.put(path, { ...server, host: 'none.example.com', version: 0 })).toMatchObject({
      status: 422,
      body: { status: 'mail_host_unknown' },
    });
    expect((await admin.put(path, { ...server, host: 'broken.example.com', version: 0 })).status).toBe(200);
    expect(asked).toContain('none.example.com');
  });

  test('a name that resolves to an internal address after it was saved is not connected to', async () => {
    const { tenant, admin } = await unit();
    await admin.put(path, { ...server, version: 0 });
    await query("update mail_servers set host = 'a-10-0-0-1.example.com' where tenant_id = $1", [tenant.id]);
    const user = await makeUser(tenant);
    await query(
      "insert into outbox (tenant_id, kind, body) values ($1, 'mail', jsonb_build_object('user_id', $2::text, 'kind', 'export_mailed', 'vars', '{}'::jsonb))",
      [tenant.id, user.id],
    );
    await harness.getWorker().scheduled({});
    const log = await query("select state, failure from mails where tenant_id = $1 and kind = 'export_mailed'", [tenant.id]);
    expect(log).toEqual([{ state: 'failed', failure: 'private' }]);
  });

  test.each([25, 22, 80, 443, 3306, 6379])('port %i is refused with a message', async (port) => {
    const { admin } = await unit();
    expect(await admin.put(path, { ...server, port, version: 0 })).toMatchObject({
      status: 422,
      body: { status: 'mail_port_refused', field: 'port' },
    });
  });

  test('mail without encryption is refused', async () => {
    const { admin } = await unit();
    expect(await admin.put(path, { ...server, protocol: 'none', version: 0 })).toMatchObject({ status: 422, body: { field: 'protocol' } });
  });
});

// At once: three of them wait out the ten seconds of a step.
describe('a misbehaving mail server costs a message and a bounded wait', { concurrent: true }, () => {
  const tryOne = async (name: keyof typeof all, more = {}) => {
    const { admin } = await unit();
    const begun = Date.now();
    const { status, body } = await admin.post(`${path}/test`, { ...server, host: 'localhost', port: ports[name], ...more });
    expect(status).toBe(200);
    expect(body.sent).toBe(false);
    expect(body.answer.length).toBeLessThanOrEqual(400);
    expect(Date.now() - begun).toBeLessThan(14_000);
    return body;
  };

  test('a server that does not offer STARTTLS gets neither password nor message', async () => {
    expect((await tryOne('withoutTls')).failure).toBe('no_starttls');
    expect(withoutTls.heard.join('')).not.toMatch(/AUTH|MAIL/);
  });

  test('responses injected before the encryption are discarded', async () => {
    expect(['tls', 'dropped', 'greeting', 'timeout']).toContain((await tryOne('injecting')).failure);
    expect(injecting.heard.join('')).not.toContain('AUTH');
  });

  test.each([
    ['giant', 'greeting'],
    ['closing', 'greeting'],
    ['garbage', 'greeting'],
    ['mute', 'timeout'],
  ] as const)('%s', async (name, failure) => {
    expect((await tryOne(name)).failure).toBe(failure);
  });
});

describe('invalid input', () => {
  test.each([
    [{ email: 'no address' }, 'email'],
    [{ email: 'a@b.c\r\nRCPT TO:<x@y.z>' }, 'email'],
    [{ host: 'smtp.example.com\r\nX' }, 'host'],
    [{ host: '' }, 'host'],
    [{ port: '587' }, 'port'],
    [{ port: 0 }, 'port'],
    [{ port: 70_000 }, 'port'],
    [{ protocol: 'ssl' }, 'protocol'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(121) }, 'name'],
    [{ password: '' }, 'password'],
    [{ tenant_id: 'x' }, 'tenant_id'],
  ])('%j is refused at its field', async (wrong, field) => {
    const { admin } = await unit();
    expect(await admin.put(path, { ...server, version: 0, ...wrong })).toMatchObject({ status: 422, body: { field } });
  });
});
