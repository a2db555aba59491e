import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { changeDevice, editDevice } from '../../../domain/playlists/devices-contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyOfName } from '../../http/own-name.ts';
import { hashOf, newSecret } from '../../services/ids.ts';
import { type Fits, factsOf, fitColumns, identityParameter, lifeEnds, refuseMisfit, wantedPlaylist } from './write-device.ts';

type Outcome = Fits & { there: boolean; changed: number };

/** Changes the version the person saw; the display hears of it at its next heartbeat. */
export const editOneDevice = bind(editDevice, async (input, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'playlists.devices'), (db) => [
    db.execute(sql`with ${wantedPlaylist(input.playlistId, input.identity)},
      o as (select d.id, d.name, d.place, d.playlist_id, d.identity, d.expires_at from playlist_devices d where d.id = ${input.id}::uuid and d.approved_at is not null and d.revoked_at is null),
      w as (update playlist_devices d set playlist_id = fits.id, name = ${input.name}, sort_key = ${keyOfName(input.name)}, place = ${input.place}, identity = ${identityParameter(input.identity)}, version = d.version + 1
        from fits, o where d.id = o.id and d.version = ${input.version}::int and not fits.lacks returning d.id, d.name, d.place, d.playlist_id, d.identity, d.expires_at),
      a as (insert into audit (what, row_id, change, ip, request_id) select 'device.edit', w.id, jsonb_build_object('before', ${factsOf(sql`o`)}, 'after', ${factsOf(sql`w`)}), ${ctx.address}, ${ctx.requestId} from w, o)
      select ${fitColumns}, exists (select from o) as there, (select count(*)::int from w) as changed`),
  ]);
  const [outcome] = rowsOf<Outcome>(result);
  if (!outcome?.there) throw new AppError('not_found');
  refuseMisfit(outcome);
  if (outcome.changed !== 1) throw new AppError('changed_meanwhile');
  return { id: input.id, version: input.version + 1 };
});

const effects = {
  rotate: (hash: string | null) =>
    sql`token_hash = ${hash}::bytea, generation = d.generation + 1, expires_at = ${lifeEnds}, warned_days = null`,
  extend: () => sql`expires_at = ${lifeEnds}, warned_days = null`,
  revoke: () => sql`revoked_at = app.now()`,
};

/** A link made anew ends the old one at its next renewal; a revoked display is let in nowhere from this moment on. */
export const changeOneDevice = bind(changeDevice, async ({ id, action }, ctx) => {
  const token = action === 'rotate' ? newSecret() : null;
  const hash = token ? await hashOf(token) : null;
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'playlists.devices'), (db) => [
    db.execute(sql`with w as (update playlist_devices d set ${effects[action](hash)}, version = d.version + 1 where d.id = ${id}::uuid and d.approved_at is not null and d.revoked_at is null returning d.id, d.name, d.expires_at),
      a as (insert into audit (what, row_id, change, ip, request_id) select ${`device.${action}`}, w.id, jsonb_build_object('after', jsonb_build_object('name', w.name, 'expiresAt', w.expires_at)), ${ctx.address}, ${ctx.requestId} from w)
      select w.expires_at from w`),
  ]);
  const [changed] = rowsOf<{ expires_at: string }>(result);
  if (!changed) throw new AppError('not_found');
  return { token, expiresAt: new Date(changed.expires_at).toISOString() };
});
