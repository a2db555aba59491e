import { randomUUID } from 'node:crypto';
import { api, apiOf } from '../support/api.ts';
import { query } from '../support/database.ts';
import type { Harness } from '../support/harness.ts';
import { makeGroup, makeReport, makeUserGroup } from '../support/make-content.ts';
import { type EmbedKey, makeEmbedKey } from '../support/make-embedding.ts';
import { makeFactor } from '../support/make-factor.ts';
import { allowRemote } from '../support/make-remote.ts';
import { makeScimGroup, makeScimToken, type ScimToken } from '../support/make-scim.ts';
import { makeTenant, platform, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';
import { password } from '../support/password.ts';
import { makeProvider, makeSamlApp, type Provider, type SamlApp } from '../support/saml-provider.ts';

/** A session held by a driver: the person it claims to be, and its host. */
export type Held = { token: string; host: string; person: string; driver: Driver };
const drivers = ['mallory', 'nadia', 'pedro', 'honest'] as const;
export type Driver = (typeof drivers)[number];

/**
 * The actors. Mallory administers unit A and controls its provider, directory, keys and DNS; Nadia is a plain user of A who decides catalog
 * requests; Vera is another plain user, linked to the provider by Mallory by identifier; Pedro is a partner with A and B below it. The
 * victims: Ana, of A and B; Bea and Carlos of B; Dora and Eva, of A and C; Olga, who operates the platform.
 */
export type Scene = Awaited<ReturnType<typeof makeScene>>;

export async function makeScene(harness: Harness) {
  const partner = await makeTenant({ kind: 'partner', name: 'Partner' });
  const remote = { settings: { allow_access_remote: 'S', user_import: 'S', mfa_master: 'N' } };
  const a = await makeTenant({ parent: partner, name: 'Unit A', ...remote });
  const b = await makeTenant({ parent: partner, name: 'Unit B', ...remote });
  const c = await makeTenant({ name: 'Unit C' });
  const root = { ...platform, name: 'Mirante' } as unknown as Tenant; // because only its id and host are used
  const ownHost = `bi.${a.host.split('.')[0]}.example`;
  await query('insert into domains (host, tenant_id, main) values ($1, $2, false)', [ownHost, a.id]);
  await query('update relations set verify = false where tenant_id = $1', [b.id]);

  const mallory = await makeUser(a, { name: 'Mallory', profile: 'admin' });
  const nadia = await makeUser(a, { name: 'Nadia', flags: ['decide_catalog'] });
  const vera = await makeUser(a, { name: 'Vera' });
  const anaAtA = await makeUser(a, { name: 'Ana' });
  const doraAtA = await makeUser(a, { name: 'Dora' });
  const evaAtA = await makeUser(a, { name: 'Eva' });
  const eva = await makeUser(c, { name: 'Eva', email: evaAtA.email });
  const ana = await makeUser(b, { name: 'Ana', email: anaAtA.email, profile: 'admin' });
  const dora = await makeUser(c, { name: 'Dora', email: doraAtA.email });
  const bea = await makeUser(b, { name: 'Bea', profile: 'admin' });
  const carlos = await makeUser(b, { name: 'Carlos' });
  const pedro = await makeUser(partner, { name: 'Pedro', profile: 'master' });
  const olga = await makeUser(root, { name: 'Olga', profile: 'a2m' });
  // Bea's unit allows a partner to view as Carlos, and Carlos has agreed.
  await allowRemote(b, carlos);
  await query("update users set remote_until = now() + interval '1 day' where id = $1", [carlos.id]);
  await makeFactor(olga);
  await makeFactor(eva);

  const administrator = await apiOf(harness, a, mallory);
  const provider = await makeProvider();
  const app = await makeSamlApp(administrator, provider, { domains: ['people.test'], jit: 'S' });
  // Dora has confirmed her link to A's provider: it signs her in at A from now on.
  await query("insert into identities (tenant_id, id, user_id, kind, issuer, subject) values ($1, $2, $3, 'saml', $4, 'key-dora')", [
    ...[a.id, randomUUID(), doraAtA.id, provider.issuer],
  ]);
  await query(
    "insert into identities (tenant_id, id, user_id, kind, issuer, subject, linked_by) values ($1, $2, $3, 'saml', $4, 'key-vera', $5)",
    [...[a.id, randomUUID(), vera.id, provider.issuer, mallory.id]],
  );
  const key = await makeEmbedKey(a);
  const directory = await makeScimToken(a);
  const raising = await makeScimGroup(a, { name: 'Administrators' });
  await query("update scim_groups set profile = 'admin' where tenant_id = $1 and id = $2", [a.id, raising.id]);
  const group = await makeGroup(b);
  const report = await makeReport(b, { group });
  const userGroup = await makeUserGroup(b, {});
  return {
    ...{ harness, partner, a, b, c, root, ownHost },
    people: { mallory, nadia, vera, anaAtA, doraAtA, evaAtA, ana, dora, eva, bea, carlos, pedro, olga } satisfies Record<string, User>,
    ...({ provider, app, key, directory, raising } satisfies {
      provider: Provider;
      app: SamlApp;
      key: EmbedKey;
      directory: ScimToken;
      raising: object;
    }),
    content: { group: group.id, report: report.id, userGroup: userGroup.id },
    /** The people that A's directory provisioned. */
    provisioned: [] as string[],
    /** The tokens that each driver holds. */
    held: [] as Held[],
  };
}

/** Signs in with the tests' password and keeps the session for later moves; null if refused, e.g. when Mallory requires a factor of everyone in A. */
export async function comeIn({ harness, held }: Scene, driver: Driver, place: { host: string }, who: User): Promise<Held | null> {
  const { body } = await api(harness, place).post('/api/login', { email: who.email, password });
  if (typeof body?.token !== 'string' || body.status !== 'ok') return null;
  const own = { token: body.token, host: place.host, person: who.id, driver };
  held.push(own);
  return own;
}

export const clientOf = (scene: Scene, { host, token }: Held) => api(scene.harness, host, token);
