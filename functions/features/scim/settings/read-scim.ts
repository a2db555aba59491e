import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../../db/client.ts';
import { toFlag } from '../../../../domain/contract/fields.ts';
import { readScim } from '../../../../domain/scim/contract.ts';
import { mostTokens } from '../../../../domain/scim/limits.ts';
import { bind } from '../../../http/bind.ts';
import { entryOf } from '../../../http/context.ts';
import { originOf } from '../../../http/origin-of.ts';
import { readLeft, refuseUnlessLeft } from '../../../http/ways-left.ts';
import { providersOf } from './tokens.ts';

type Token = {
  id: string;
  name: string;
  prefix: string;
  created_at: string;
  added_by: string | null;
  expires_at: string | null;
  expired: boolean;
  last_used_at: string | null;
  last_ip: string | null;
  provider: { kind: 'saml' | 'entra'; issuer: string } | null;
  version: number;
};
type Facts = { invite: boolean; version: number; people: number; groups: number; errors: number };
const iso = (value: string | null) => (value === null ? null : new Date(value).toISOString());

export const readConnection = bind(readScim, async (_input, ctx) => {
  const [left, tokens, facts, providers] = await ctx.database.withTenant(entryOf(ctx, 'signOn.manage'), (db) => [
    readLeft(db),
    db.execute(sql`select k.id, k.name, k.prefix, k.created_at, u.name as added_by, k.expires_at, coalesce(k.expires_at <= app.now(), false) as expired, k.last_used_at, k.last_ip, k.version, case when k.provider_kind is not null then jsonb_build_object('kind', k.provider_kind, 'issuer', k.provider_issuer) end as provider
      from scim_tokens k left join users u on u.tenant_id = k.tenant_id and u.id = k.added_by_id where k.revoked_at is null order by k.created_at, k.id`),
    db.execute(sql`select coalesce((select s.invite from scim_settings s), false) as invite, coalesce((select s.version from scim_settings s), 0) as version,
      (select count(*)::int from users u where u.user_name is not null and u.deleted_at is null) as people,
      (select count(*)::int from scim_groups s join user_groups g on g.tenant_id = s.tenant_id and g.id = s.user_group_id and g.deleted_at is null) as groups,
      (select count(*)::int from scim_log l where l.status >= 400 and l.at > app.now() - interval '7 days') as errors`),
    db.execute(sql`select p.kind, p.issuer, p.name from ${providersOf} p order by p.kind desc, p.name, p.issuer`),
  ]);
  refuseUnlessLeft(left);
  const found = rowsOf<Facts>(facts)[0] ?? { invite: false, version: 0, people: 0, groups: 0, errors: 0 };
  return {
    url: `${originOf(ctx.host, ctx.env)}/scim/v2`,
    tokens: rowsOf<Token>(tokens).map((row) => ({
      id: row.id,
      name: row.name,
      prefix: row.prefix,
      createdAt: new Date(row.created_at).toISOString(),
      addedBy: row.added_by,
      expiresAt: iso(row.expires_at),
      expired: row.expired,
      lastUsedAt: iso(row.last_used_at),
      lastIp: row.last_ip,
      provider: row.provider,
      version: row.version,
    })),
    mostTokens,
    providers: rowsOf<{ kind: 'saml' | 'entra'; issuer: string; name: string }>(providers),
    ...found,
    invite: toFlag(found.invite),
  };
});
