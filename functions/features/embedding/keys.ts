import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { addEmbedKey, listEmbedKeys, revokeEmbedKey } from '../../../domain/embedding/contract.ts';
import { mostKeys } from '../../../domain/embedding/limits.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { orNameTaken } from '../../http/own-name.ts';
import { newId, newSecret } from '../../services/ids.ts';
import { keyPlace } from './let-in.ts';

type Row = {
  id: string;
  name: string;
  created_at: string;
  created_by: string | null;
  last_used_at: string | null;
  replaced_at: string | null;
  revoked_at: string | null;
  sessions: number;
};
const iso = (value: string | null) => value && new Date(value).toISOString();
const mostShown = 50;

export const findEmbedKeys = bind(listEmbedKeys, async (_input, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'settings.read'), (db) => [
    db.execute(sql`select k.id, k.name, k.created_at, k.last_used_at, k.replaced_at, k.revoked_at, (select u.name from users u where u.tenant_id = k.tenant_id and u.id = k.created_by_id) as created_by,
        (select count(*)::int from embed_sessions e where e.tenant_id = k.tenant_id and e.key_id = k.id and e.ended_at is null and e.expires_at > app.now()) as sessions
      from embed_keys k order by k.revoked_at is not null, coalesce(k.revoked_at, k.created_at) desc, k.id limit ${mostShown}`),
  ]);
  return {
    items: rowsOf<Row>(result).map((row) => ({
      id: row.id,
      name: row.name,
      createdAt: new Date(row.created_at).toISOString(),
      createdBy: row.created_by,
      lastUsedAt: iso(row.last_used_at),
      replacedAt: iso(row.replaced_at),
      revokedAt: iso(row.revoked_at),
      sessions: row.sessions,
    })),
    host: ctx.host,
  };
});

/** The secret leaves here once; what stays is sealed. */
export const addOneEmbedKey = bind(addEmbedKey, async ({ name }, ctx) => {
  const id = newId(ctx.clock.now());
  const secret = newSecret();
  const sealed = await ctx.sealer.seal(secret, keyPlace(ctx.tenant.id, id));
  const [result] = await orNameTaken(
    ctx.database.withTenant(entryOf(ctx, 'settings.edit'), (db) => [
      db.execute(sql`with w as (insert into embed_keys (id, name, secret_sealed) select ${id}::uuid, ${name}, ${sealed} where (select count(*) from embed_keys k where k.revoked_at is null) < ${mostKeys} returning id),
          a as (insert into audit (what, row_id, change, ip, request_id) select 'embedKey.add', w.id, jsonb_build_object('after', jsonb_build_object('name', ${name}::text)), ${ctx.address}, ${ctx.requestId} from w)
        select count(*)::int as added from w`),
    ]),
  );
  if (rowsOf<{ added: number }>(result)[0]?.added !== 1) throw new AppError('embed_key_limit', { limit: mostKeys });
  return { id, secret };
});

/** The database ends what the key has begun, in the same transaction. */
export const revokeOneEmbedKey = bind(revokeEmbedKey, async ({ id }, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'settings.edit'), (db) => [
    db.execute(sql`with w as (update embed_keys set revoked_at = app.now() where id = ${id}::uuid and revoked_at is null returning id, name),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'embedKey.revoke', w.id, jsonb_build_object('before', jsonb_build_object('name', w.name)), ${ctx.address}, ${ctx.requestId} from w)
      select count(*)::int as changed from w`),
  ]);
  if (rowsOf<{ changed: number }>(result)[0]?.changed !== 1) throw new AppError('not_found');
  return { status: 'ok' as const };
});
