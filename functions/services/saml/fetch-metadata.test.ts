import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchDocument, publicAddress } from './fetch-metadata.ts';

let server: Server;
let env: Parameters<typeof fetchDocument>[1];
let origin: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/here' }).end();
    else if (request.url === '/large') response.end('x'.repeat(300_000));
    else response.end('<x/>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // because it listens on a port
  origin = `http://127.0.0.1:${port}`;
  env = { STAGE: 'test', SAML_STAND_IN: `127.0.0.1:${port}` };
});
afterAll(() => server.close());

test('a document is fetched; redirects and documents that are too large are refused', async () => {
  expect(await fetchDocument(`${origin}/here`, env)).toEqual({ document: '<x/>' });
  expect(await fetchDocument(`${origin}/moved`, env)).toEqual({ fault: 'unreachable' });
  expect(await fetchDocument(`${origin}/large`, env)).toEqual({ fault: 'unreachable' });
});

test.each(['https://１２７.０.０.１/m', 'https://x.localhoſt/m', 'https://127。1/m', 'https://localhost./m', 'https://[::ffff:7f00:1]/m'])(
  '%s is on the inside',
  (text) => expect(publicAddress(text, env)).toBeNull(),
);

test('production refuses the address of a stand-in', () => {
  expect(publicAddress(`${origin}/here`, env)).not.toBeNull();
  expect(publicAddress(`${origin}/here`, { ...env, STAGE: 'production' })).toBeNull();
  expect(publicAddress('https://login.example.com/metadata', env)?.hostname).toBe('login.example.com');
});
