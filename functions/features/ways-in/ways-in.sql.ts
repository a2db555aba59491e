import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { raw, typed } from '../../../db/raw.ts';

const readApps = raw('ways.apps', {
  id: 'uuid',
  kind: typed<'saml' | 'entra'>('text'),
  name: 'text',
  status: 'text',
  domains: 'text[]',
  used: 'timestamptz?',
  linked: 'bool',
  makes: 'bool',
  guests: 'bool',
});
const readDirectories = raw('ways.directories', {
  id: 'uuid',
  name: 'text',
  active: 'bool',
  used: 'timestamptz?',
  tied: 'bool',
  domains: 'text[]',
  raises: 'bool',
});
const readKeys = raw('ways.keys', { id: 'uuid', name: 'text', active: 'bool', used: 'timestamptz?' });
const readPartners = raw('ways.partners', {
  id: 'uuid',
  name: 'text',
  role: 'text',
  verify: 'bool',
  status: 'text',
  used: 'timestamptz?',
});
export type OtherKind = 'password' | 'mail' | 'domain';
const readOthers = raw('ways.others', { kind: typed<OtherKind>('text'), id: 'text', name: 'text', active: 'bool', used: 'timestamptz?' });

export const readAllWays = (db: Db) =>
  [
    readApps(
      db,
      sql`select id, kind, name, status, domains, last_used_at as used,
          exists (select from identities i where i.kind = sso_apps.kind and i.linked_by is not null
            and (i.kind = 'entra' or i.issuer = sso_apps.settings->>'issuer')) as linked,
          coalesce(settings->>'jit' in ('S', 'true'), false) as makes, coalesce(settings->>'guests' = 'S', false) as guests
        from sso_apps order by kind, position, id`,
    ),
    readDirectories(
      db,
      sql`select k.id, k.name, k.expires_at is null or k.expires_at > app.now() as active, k.last_used_at as used,
          k.provider_kind is not null as tied,
          coalesce((select a.domains from sso_apps a
            where a.kind = k.provider_kind and (a.settings->>'issuer' = k.provider_issuer or a.kind = 'entra') limit 1), '{}') as domains,
          exists (select from scim_groups g where g.profile is not null) as raises
        from scim_tokens k where k.revoked_at is null order by k.slot`,
    ),
    readKeys(
      db,
      sql`select k.id, k.name, k.last_used_at as used,
          coalesce((select s."values"->>'enable_embedded' = 'S' from settings s), false) as active
        from embed_keys k where k.revoked_at is null order by k.created_at, k.id`,
    ),
    readPartners(
      db,
      sql`select p.id, p.partner as name, p.role, p.verify, p.status,
          (select max(q.started_at) from remote_requests q where q.relation_id = p.id) as used
        from app.partner_relations() p where p.status <> 'ended'`,
    ),
    readOthers(
      db,
      sql`select 'password' as kind, 'password' as id, '' as name, (app.ways_told()->>'passwords')::boolean as active,
          (select max(s.at) from sign_ins s where s.way = 'password' and s.outcome = 'ok') as used
        union all select 'mail', 'mail', m.host, m.enabled,
          (select x.sent_at from mails x where x.state = 'sent' and x.via = 'tenant' order by x.created_at desc limit 1) from mail_servers m
        union all select 'domain', d.host, d.host, true, null from domains d`,
    ),
  ] as const;
