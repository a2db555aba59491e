import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { readEntra } from '../../../domain/entra/contract.ts';
import { joiningProfiles } from '../../../domain/identities/join.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { leftQuery, refuseUnlessLeft } from '../../http/ways-left.ts';
import { callbackOf } from './provider.ts';
import type { Stored } from './registration.ts';

type Row = {
  name: string;
  status: string;
  settings: Stored;
  domains: string[];
  last_used_at: string | null;
  version: number;
  people: number;
};
const mostGroups = 500;

export const readOneEntra = bind(readEntra, async (_input, ctx) => {
  const [left, own, groups] = await ctx.database.withTenant(entryOf(ctx, 'signOn.manage'), (db) => [
    db.execute(leftQuery),
    db.execute(
      sql`select a.name, a.status, a.settings - 'secret' as settings, a.domains, a.last_used_at, a.version, (select count(distinct i.user_id)::int from identities i join users u on u.id = i.user_id where i.kind = 'entra' and u.deleted_at is null) as people from sso_apps a where a.kind = 'entra'`,
    ),
    db.execute(sql`select g.id, g.name from user_groups g where g.deleted_at is null order by g.sort_key, g.id limit ${mostGroups}`),
  ]);
  refuseUnlessLeft(left);
  const [row] = rowsOf<Row>(own);
  return {
    entra: row ? shown(row) : null,
    shared: Boolean(ctx.env.ENTRA_CLIENT_ID && ctx.env.ENTRA_CLIENT_SECRET),
    callback: callbackOf(ctx.env),
    profiles: [...joiningProfiles(ctx.tenant.kind)],
    groups: rowsOf<{ id: string; name: string }>(groups),
  };
});

function shown({ name, status, settings, domains, last_used_at: lastUsedAt, version, people }: Row) {
  const { directories, own, clientId, secretAt, link, jit, jitStatus, guests, groups } = settings;
  const enabled = status === 'A' ? ('S' as const) : ('N' as const);
  return {
    enabled,
    name,
    directories,
    own,
    clientId,
    secretAt,
    domains,
    link,
    jit,
    jitStatus,
    defaultProfile: 'user' as const,
    guests: guests ?? ('N' as const),
    groups,
    people,
    lastUsedAt,
    version,
  };
}
