import { randomUUID } from 'node:crypto';
import type { OidcStandIn } from '../../dev/idp-oidc/server.ts';
import { getSession } from '../guards/place.ts';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { makeWay } from '../support/entra.ts';
import type { Harness } from '../support/harness.ts';
import { makeGroup, makeReport, makeUserGroup } from '../support/make-content.ts';
import { type EmbedKey, makeEmbedKey } from '../support/make-embedding.ts';
import { makeFactor } from '../support/make-factor.ts';
import { makePlaylist } from '../support/make-playlist.ts';
import { allowRemote } from '../support/make-remote.ts';
import { makeScimGroup, makeScimToken, type ScimToken } from '../support/make-scim.ts';
import { makeTenant, platform, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';
import { makeProvider, makeSamlApp, type Provider, type SamlApp } from '../support/saml-provider.ts';
import type { Held } from './held.ts';
import { shareCapacity } from './shared-capacity.ts';

/**
 * The actors. Mallory administers unit A and controls its provider, directory, keys and DNS; Nadia is a plain user of A who decides
 * catalog requests; Vera is another plain user, linked to the provider by Mallory by identifier; Pedro is a partner with A and B below it.
 * The victims: Ana, of A and B; Bea and Carlos of B; Dora and Eva, of A and C; Olga, who operates the platform.
 */
export type Scene = Awaited<ReturnType<typeof makeScene>>;

export async function makeScene(harness: Harness, idp: OidcStandIn) {
  const partner = await makeTenant({ kind: 'partner', name: 'Partner' });
  const remote = { settings: { allow_access_remote: 'S', user_import: 'S', mfa_master: 'N' } };
  const a = await makeTenant({ parent: partner, name: 'Unit A', ...remote });
  const b = await makeTenant({ parent: partner, name: 'Unit B', ...remote });
  const c = await makeTenant({ name: 'Unit C' });
  const d = await makeTenant({ parent: partner, name: 'Unit D' });
  const root = { ...platform, name: 'Mirante' } as unknown as Tenant; // because only its id and host are used
  const ownHost = `bi.${a.host.split('.')[0]}.example`;
  await query('insert into domains (host, tenant_id, main) values ($1, $2, false)', [ownHost, a.id]);
  await query('update relations set verify = false where tenant_id = any($1)', [[a.id, b.id]]);

  const mallory = await makeUser(a, { name: 'Mallory', profile: 'admin' });
  const malloryAtC = await makeUser(c, { name: 'Mallory', email: mallory.email });
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
  // Bea's unit lets a partner see what Carlos sees, and Carlos has agreed.
  await allowRemote(b, carlos);
  await query("update users set remote_until = now() + interval '1 day' where id = $1", [carlos.id]);
  await makeFactor(olga);
  await allowRemote(a, nadia, vera);
  const operates = await getSession(root, olga, 'a2m');
  await query('update sessions set factor_at = now() where id = $1', [operates.sid]);
  await makeFactor(eva);

  const administrator = await getApi(harness, a, mallory);
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
  const cloudDirectory = randomUUID();
  await makeWay(a, { directories: [cloudDirectory], domains: ['people.test'], link: true, jit: true });
  const key = await makeEmbedKey(a);
  const directory = await makeScimToken(a, { provider: { kind: 'saml', issuer: provider.issuer } });
  const raising = await makeScimGroup(a, { name: 'Administrators' });
  await query("update scim_groups set profile = 'admin' where tenant_id = $1 and id = $2", [a.id, raising.id]);
  const mapped = await makeScimGroup(a, { name: 'Mapped' });
  const joined = await makeUserGroup(a, {});
  const playlist = await makePlaylist(a, mallory);
  const group = await makeGroup(b);
  const report = await makeReport(b, { group });
  const userGroup = await makeUserGroup(b, {});
  return {
    ...{ harness, idp, cloudDirectory, partner, a, b, c, d, root, ownHost },
    people: { mallory, malloryAtC, nadia, vera, anaAtA, doraAtA, evaAtA, ana, dora, eva, bea, carlos, pedro, olga } satisfies Record<
      string,
      User
    >,
    olga: { ...operates, host: root.host },
    ...{ mapped, playlist, joined: joined.id },
    ...({ provider, app, key, directory, raising } satisfies {
      provider: Provider;
      app: SamlApp;
      key: EmbedKey;
      directory: ScimToken;
      raising: { id: string; userGroupId: string };
    }),
    /** B controls it, A reaches it too. */
    capacity: await shareCapacity(b, a),
    content: { group: group.id, report: report.id, userGroup: userGroup.id },
    /** The people that A's directory provisioned. */
    provisioned: [] as string[],
    /** The tokens that each driver holds. */
    held: [] as Held[],
    /** Recovery codes of the drivers' own factors. */
    codes: {} as Record<string, string[]>,
    /** Visits that ended, by their tokens: none may open anything again. */
    ended: [] as { token: string; host: string }[],
    /** What Mallory asked for, tickets that Pedro kept, the displays, the requests of the catalog. */
    waits: [] as { id: string; token: string; person: string }[],
    tickets: [] as { token: string; host: string }[],
    displays: [] as { id: string; link: string; token: string; stale: boolean }[],
    requests: [] as string[],
    /** Mailed links that were used. */
    accepted: null as { host: string; token: string } | null,
    opened: null as { host: string; token: string } | null,
  };
}
