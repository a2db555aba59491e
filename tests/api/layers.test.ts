import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../domain/contract/all.ts';
import type { Endpoint } from '../../domain/contract/endpoint.ts';
import { fieldBelow, type GatedFunction } from '../../domain/settings/functions.ts';
import { getSession, makePlace } from '../guards/place.ts';
import type { Call, Place } from '../guards/sample.ts';
import { samples } from '../guards/samples.ts';
import { type Api, api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { allowRemote } from '../support/make-remote.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const getName = ({ method, path }: Endpoint) => `${method} ${path}`;
const startingWith = (...beginnings: string[]) =>
  endpoints.filter(({ path }) => beginnings.some((start) => path === start || path.startsWith(`${start}/`))).map(getName);

// Calls that stay open: reading the past, ending, refusing and revoking. A disabled layer never traps a session.
const opened = [
  'GET /api/auth/remote/requests',
  'GET /api/auth/remote/requests/export',
  'GET /api/auth/remote/requests/{id}',
  'GET /api/auth/remote/consent',
  'PUT /api/auth/remote/consent',
  'GET /api/auth/remote/live',
  'GET /api/auth/remote/wait/{token}',
  'POST /api/auth/remote/wait/{token}/cancel',
  'POST /api/auth/remote/session/end',
  'POST /api/auth/remote/session/page',
  // Answers that it is not allowed, and no unit.
  'GET /api/auth/user-imports/units',
];
const closed: Record<GatedFunction, readonly string[]> = {
  saml: startingWith('/api/auth/saml', '/api/auth/entra', '/api/auth/scim'),
  remote: startingWith('/api/auth/remote').filter((name) => !opened.includes(name)),
  user_import: startingWith('/api/auth/user-imports/units').filter((name) => !opened.includes(name)),
  mfa: ['POST /api/auth/config/update'],
};
const mfaCalls: Call[] = [{ mfa_master: 'S' }, { mfa_required: 'all' }, { mfa_trust_sso: 'N' }].map((body) => ({
  path: '/api/auth/config/update',
  body,
}));
const getCalls = (name: string, { ids, person }: Place): Call[] =>
  name === 'POST /api/auth/config/update' ? mfaCalls : (samples[name] ?? []).slice(0, 1).map((sample) => sample.of(ids, person.email));
const refusals = ['function_disabled', 'remote_off', 'remote_over'];

type Scene = { place: Place; calls: Api; layers: Record<'partner' | 'above', Tenant> };
let scene: Scene;
beforeAll(async () => {
  const above = await makeTenant({ kind: 'partner', name: 'Acima' });
  const partner = await makeTenant({ kind: 'partner', name: 'Numera', parent: above });
  const place = await makePlace('admin');
  await query('update tenants set parent_id = $2 where id = $1', [place.tenant.id, partner.id]);
  scene = { place, calls: api(harness, place.tenant, place.token), layers: { partner, above } };
});
const says = (layer: Tenant, name: GatedFunction, value: boolean) =>
  query('update settings set "values" = "values" || $2::jsonb where tenant_id = $1', [
    layer.id,
    JSON.stringify({ [fieldBelow[name]]: value }),
  ]);
const answer = (name: string, { path, body }: Call) => scene.calls.call(name.split(' ')[0] ?? '', path, body === undefined ? {} : { body });

test('every endpoint of a feature that a layer can keep is listed here', () => {
  expect(Object.fromEntries(Object.entries(closed).map(([name, list]) => [name, list.length]))).toEqual({
    saml: 27,
    remote: 5,
    user_import: 2,
    mfa: 1,
  });
  for (const name of Object.values(closed).flat()) expect(getCalls(name, scene.place).length, name).toBeGreaterThan(0);
});

describe.each(Object.keys(closed) as GatedFunction[])('%s', (feature) => {
  test.each(['partner', 'above'] as const)(
    'is refused at every call while the layer "%s" forbids it, and works once it does not',
    async (layer) => {
      await says(scene.layers[layer], feature, false);
      const field = feature === 'user_import' ? 'user_import' : feature === 'remote' ? 'allow_access_remote' : null;
      if (field) {
        const stored = (value: 'S' | 'N') =>
          query('update settings set "values" = "values" || $2::jsonb where tenant_id = $1', [
            scene.place.tenant.id,
            JSON.stringify({ [field]: value }),
          ]);
        // What is stored may be sent back unchanged; switching it on is refused.
        await stored('N');
        expect((await scene.calls.post('/api/auth/config/update', { [field]: 'S' })).body.status).toBe('function_disabled');
        await stored('S');
      }
      for (const name of closed[feature])
        for (const call of getCalls(name, scene.place)) {
          const { status, body: said } = await answer(name, call);
          expect([status >= 400 && status < 500, refusals.includes(said.status), name], JSON.stringify(said)).toEqual([true, true, name]);
        }
      await says(scene.layers[layer], feature, true);
      for (const name of closed[feature].filter((each) => each.startsWith('GET')))
        for (const call of getCalls(name, scene.place)) expect(refusals, name).not.toContain((await answer(name, call)).body?.status);
    },
  );
});

test.each(['partner', 'above'] as const)(
  'a partner neither finds nor enters a user’s view while the layer "%s" forbids it',
  async (layer) => {
    const { partner } = scene.layers;
    const unit = await makeTenant({ parent: partner, name: 'Filial Campinas' });
    await query('update relations set verify = false where tenant_id = $1', [unit.id]);
    const [master, person] = [await makeUser(partner, { profile: 'master' }), await makeUser(unit, { name: 'Caio Prado' })];
    await allowRemote(unit, person);
    const asMaster = api(harness, partner, (await getSession(partner, master, 'master')).token);
    const to = '/api/auth/change/partner/to/admin';
    const wish = { company: unit.id, user: person.id, reason: '' };
    const people = async () => (await asMaster.get(`/api/auth/partner/people?company=${unit.id}`)).body.people;
    await says(scene.layers[layer], 'remote', false);
    for (const path of [to, `${to}/no/verify`])
      expect(await asMaster.post(path, wish)).toMatchObject({ status: 403, body: { status: 'remote_off' } });
    expect(await people()).toEqual([]);
    await says(scene.layers[layer], 'remote', true);
    expect(await people()).toHaveLength(1);
    expect((await asMaster.post(to, wish)).body.message).toBe('wait_authorization');
  },
);
