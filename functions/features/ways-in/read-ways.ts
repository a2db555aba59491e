import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { readWays, type WayIn } from '../../../domain/ways-in/contract.ts';
import { reachesOf, type WayKind } from '../../../domain/ways-in/reach.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { isProductHost } from '../../http/origin-of.ts';

const apps = raw('ways.apps', {
  id: 'uuid',
  kind: 'text',
  name: 'text',
  status: 'text',
  domains: 'text[]',
  used: 'timestamptz?',
  linked: 'bool',
  makes: 'bool',
  guests: 'bool',
});
const directories = raw('ways.directories', {
  id: 'uuid',
  name: 'text',
  active: 'bool',
  used: 'timestamptz?',
  tied: 'bool',
  domains: 'text[]',
  raises: 'bool',
});
const keys = raw('ways.keys', { id: 'uuid', name: 'text', active: 'bool', used: 'timestamptz?' });
const partners = raw('ways.partners', { id: 'uuid', name: 'text', role: 'text', verify: 'bool', status: 'text', used: 'timestamptz?' });
const others = raw('ways.others', { kind: 'text', id: 'text', name: 'text', active: 'bool', used: 'timestamptz?' });

type Found = { id: string; kind: WayKind; name: string; active: boolean; used: string | null; domains?: string[] };

const present = ({ used, domains = [], ...way }: Found, facts: Parameters<typeof reachesOf>[1] = {}): WayIn => ({
  ...way,
  lastUsedAt: used && new Date(used).toISOString(),
  reaches: reachesOf(way.kind, { domains, ...facts }),
  domains,
});

/** One trip; passwords and hosts of unit-controlled DNS stand first and last, because they are no rows that somebody added. */
export const readWaysIn = bind(readWays, async (_input, ctx) => {
  const [foundApps, foundDirectories, foundKeys, foundPartners, foundOthers] = await ctx.database.withTenant(
    entryOf(ctx, 'signOn.manage'),
    (db) => [
      apps(
        db,
        sql`select id, kind, name, status, domains, last_used_at as used,
          exists (select from identities i where i.kind = sso_apps.kind and i.linked_by is not null and (i.kind = 'entra' or i.issuer = sso_apps.settings->>'issuer')) as linked, coalesce(settings->>'jit' in ('S', 'true'), false) as makes, coalesce(settings->>'guests' = 'S', false) as guests
        from sso_apps order by kind, position, id`,
      ),
      directories(
        db,
        sql`select k.id, k.name, k.expires_at is null or k.expires_at > app.now() as active, k.last_used_at as used, k.provider_kind is not null as tied,
          coalesce((select a.domains from sso_apps a where a.kind = k.provider_kind and (a.settings->>'issuer' = k.provider_issuer or a.kind = 'entra') limit 1), '{}') as domains,
          exists (select from scim_groups g where g.profile is not null) as raises
        from scim_tokens k where k.revoked_at is null order by k.slot`,
      ),
      keys(
        db,
        sql`select k.id, k.name, coalesce((select s."values"->>'enable_embedded' = 'S' from settings s), false) as active, k.last_used_at as used
        from embed_keys k where k.revoked_at is null order by k.created_at, k.id`,
      ),
      partners(
        db,
        sql`select p.id, p.partner as name, p.role, p.verify, p.status, (select max(q.started_at) from remote_requests q where q.relation_id = p.id) as used
        from app.partner_relations() p where p.status <> 'ended'`,
      ),
      others(
        db,
        sql`select 'password' as kind, 'password' as id, '' as name, (app.ways_told()->>'passwords')::boolean as active, (select max(s.at) from sign_ins s where s.way = 'password' and s.outcome = 'ok') as used
        union all select 'mail', 'mail', m.host, m.enabled, null from mail_servers m
        union all select 'domain', d.host, d.host, true, null from domains d`,
      ),
    ],
  );
  const rest = foundOthers.rows.filter(({ kind, name }) => kind !== 'domain' || !isProductHost(name, ctx.env));
  const of = (kind: 'password' | 'mail' | 'domain') => rest.filter((one) => one.kind === kind).map((one) => present({ ...one, kind }));
  return {
    ways: [
      ...of('password'),
      ...foundApps.rows.map(({ status, linked, makes, guests, ...app }) =>
        present({ ...app, kind: app.kind === 'saml' ? 'saml' : 'entra', active: status === 'A' }, { linked, makes, guests }),
      ),
      ...foundDirectories.rows.map(({ tied, raises, ...token }) => present({ ...token, kind: 'directory' }, { tied, raises })),
      ...foundKeys.rows.map((key) => present({ ...key, kind: 'embedding' })),
      ...foundPartners.rows.map(({ role, verify, status, ...partner }) =>
        present({ ...partner, kind: 'partner', active: status === 'active' }, { role, verify }),
      ),
      ...of('mail'),
      ...of('domain'),
    ],
  };
});
