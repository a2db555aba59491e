import { sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { rotateEmbedKey } from '../../../domain/embedding/contract.ts';
import { maxKeys } from '../../../domain/embedding/limits.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { newId, newSecret } from '../../services/ids.ts';
import { keyPlace } from './let-in.ts';

const rotateKey = raw('embedding.rotate_key', { made: 'int4', known: 'int4', open: 'int4' });

/** Adds the next key under the same name. Of two concurrent calls one succeeds, and the old key works until it is revoked. */
export const rotateOneEmbedKey = bind(rotateEmbedKey, async ({ id }, ctx) => {
  const next = newId(ctx.clock.now());
  const secret = newSecret();
  const sealed = await ctx.sealer.seal(secret, keyPlace(ctx.tenant.id, next));
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'settings.edit'), (db) => [
    rotateKey(
      db,
      sql`with o as (update embed_keys set replaced_at = app.now()
          where id = ${id}::uuid and revoked_at is null and replaced_at is null
            and (select count(*) from embed_keys k where k.revoked_at is null) < ${maxKeys} returning name, wakes),
        w as (insert into embed_keys (id, name, secret_sealed, wakes) select ${next}::uuid, o.name, ${sealed}, o.wakes from o
          returning id, name),
        a as (${auditEach(ctx, { what: 'embedKey.rotate', row: sql`w.id`, facts: { after: { name: sql`w.name` } }, from: sql`w` })})
      select (select count(*)::int from w) as made, count(*)::int as known,
        count(*) filter (where k.revoked_at is null and k.replaced_at is null)::int as open
      from embed_keys k where k.id = ${id}::uuid`,
    ),
  ]);
  const [outcome] = rows;
  if (outcome?.made === 1) return { id: next, secret };
  if (!outcome?.known) throw new AppError('not_found');
  throw outcome.open ? new AppError('embed_key_limit', { limit: maxKeys }) : new AppError('changed_meanwhile');
});
