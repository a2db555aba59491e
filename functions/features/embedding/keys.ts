import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { auditEach } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { embedKeys } from '../../../db/schema/embedding.ts';
import { isOn, toFlag } from '../../../domain/contract/flag.ts';
import { addEmbedKey, listEmbedKeys, revokeEmbedKey } from '../../../domain/embedding/contract.ts';
import { maxKeys } from '../../../domain/embedding/limits.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { orNameTaken } from '../../request/name-key.ts';
import { newId, newSecret } from '../../services/ids.ts';
import { keyPlace } from './let-in.ts';

const k = alias(embedKeys, 'k');
const createdBy = sql<string | null>`(select u.name from users u where u.tenant_id = k.tenant_id and u.id = k.created_by_id)`;
const running = sql<number>`(select count(*)::int from embed_sessions e
  where e.tenant_id = k.tenant_id and e.key_id = k.id and e.ended_at is null and e.expires_at > app.now())`;
const addKey = raw('embedding.add_key', { added: 'int4' });
const revokeKey = raw('embedding.revoke_key', { changed: 'int4' });
const maxShown = 50;

export const findEmbedKeys = bind(listEmbedKeys, async (_input, ctx) => {
  const [rows] = await ctx.database.withTenant(getEntry(ctx, 'settings.read'), (db) => [
    db
      .select({
        id: k.id,
        name: k.name,
        wakes: k.wakes,
        createdAt: k.createdAt,
        createdBy,
        lastUsedAt: k.lastUsedAt,
        replacedAt: k.replacedAt,
        revokedAt: k.revokedAt,
        sessions: running,
      })
      .from(k)
      .orderBy(sql`${k.revokedAt} is not null, coalesce(${k.revokedAt}, ${k.createdAt}) desc, ${k.id}`)
      .limit(maxShown),
  ]);
  return {
    items: rows.map((row) => ({
      ...row,
      wakes: toFlag(row.wakes),
      createdAt: toIso(row.createdAt),
      lastUsedAt: isoOrNull(row.lastUsedAt),
      replacedAt: isoOrNull(row.replacedAt),
      revokedAt: isoOrNull(row.revokedAt),
    })),
    host: ctx.host,
  };
});

/** The secret is returned only here; afterwards it exists only in sealed form. */
export const addOneEmbedKey = bind(addEmbedKey, async ({ name, wakes }, ctx) => {
  const id = newId(ctx.clock.now());
  const secret = newSecret();
  const sealed = await ctx.sealer.seal(secret, keyPlace(ctx.tenant.id, id));
  const [{ rows }] = await orNameTaken(
    ctx.database.withTenant(getEntry(ctx, 'settings.edit'), (db) => [
      addKey(
        db,
        sql`with w as (insert into embed_keys (id, name, secret_sealed, wakes)
            select ${id}::uuid, ${name}, ${sealed}, ${isOn(wakes)}::boolean
            where (select count(*) from embed_keys k where k.revoked_at is null) < ${maxKeys} returning id),
          a as (${auditEach(ctx, { what: 'embedKey.add', row: sql`w.id`, facts: { after: { name } }, from: sql`w` })})
        select count(*)::int as added from w`,
      ),
    ]),
  );
  if (rows[0]?.added !== 1) throw new AppError('embed_key_limit', { limit: maxKeys });
  return { id, secret };
});

/** The database ends the key's sessions in the same transaction. */
export const revokeOneEmbedKey = bind(revokeEmbedKey, async ({ id }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'settings.edit'), (db) => [
    revokeKey(
      db,
      sql`with w as (update embed_keys set revoked_at = app.now() where id = ${id}::uuid and revoked_at is null returning id, name),
        a as (${auditEach(ctx, { what: 'embedKey.revoke', row: sql`w.id`, facts: { before: { name: sql`w.name` } }, from: sql`w` })})
      select count(*)::int as changed from w`,
    ),
  ]);
  if (rows[0]?.changed !== 1) throw new AppError('not_found');
  return { status: 'ok' as const };
});
