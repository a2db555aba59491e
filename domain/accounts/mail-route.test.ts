import { expect, test } from 'vitest';
import { type AccountFacts, accountMailRoute } from './mail-route.ts';

const facts: AccountFacts = {
  accepted: true,
  elsewhere: false,
  ownServer: true,
  hosts: ['bi.vertice.com.br', 'vertice.mirante.app'],
  platformHosts: ['mirante.app'],
};
const route = (change: Partial<AccountFacts>) => accountMailRoute({ ...facts, ...change }, 'mirante.app');

test('mail of an account leaves by the platform, with the link on the product’s own domain', () => {
  for (const change of [{ ownServer: false }, { accepted: false }, { elsewhere: true }])
    expect(route(change)).toEqual({ via: 'platform', host: 'vertice.mirante.app' });
});

test('only of an account that belongs to one tenant alone does it go by that tenant’s server and host', () => {
  expect(route({})).toEqual({ via: 'tenant', host: 'bi.vertice.com.br' });
});

test('a tenant without a host of the product gets its links on the platform’s', () => {
  expect(route({ elsewhere: true, hosts: ['bi.vertice.com.br'] })).toEqual({ via: 'platform', host: 'mirante.app' });
  expect(route({ elsewhere: true, hosts: ['mirante.app.evil.com'], platformHosts: [] })).toEqual({ via: 'platform', host: 'mirante.app' });
});
