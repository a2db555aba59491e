import { expect, test } from 'vitest';
import { linkHost } from './mail-route.ts';

const host = (hosts: string[], platformHosts = ['mirante.app']) => linkHost(hosts, platformHosts, 'mirante.app');

test('an account link is on the tenant’s host of the product, whatever its main one is', () => {
  expect(host(['bi.vertice.com.br', 'vertice.mirante.app'])).toBe('vertice.mirante.app');
});

test('a tenant without a host of the product gets its links on the platform’s', () => {
  expect(host(['bi.vertice.com.br'])).toBe('mirante.app');
  expect(host(['mirante.app.evil.com'], [])).toBe('mirante.app');
  expect(host([], ['portal.other.example', 'eu.mirante.app'])).toBe('eu.mirante.app');
});
