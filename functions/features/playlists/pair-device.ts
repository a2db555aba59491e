import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { isCode, normalCode } from '../../../domain/playlists/code.ts';
import { pairDevice } from '../../../domain/playlists/devices-contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyOfName } from '../../http/own-name.ts';
import { hashOf } from '../../services/ids.ts';
import { tell } from '../notifications/index.ts';
import { codeHashOf } from './pairing.ts';
import {
  type Fits,
  factsOf,
  fitColumns,
  identityParameter,
  lifeEnds,
  otherAdministrators,
  refuseMisfit,
  wantedPlaylist,
} from './write-device.ts';

const waitSeconds = 600;

type Outcome = Fits & { allowed: boolean; id: string | null; expires_at: string | null };

/** Approves the screen with this code. Codes are counted before they are compared, so that nobody can try them one by one. */
export const pairOneDevice = bind(pairDevice, async (input, ctx) => {
  if (!isCode(input.code)) throw new AppError('pairing_code_unknown', undefined, { field: 'code' });
  const hash = await hashOf(codeHashOf(ctx.tenant.id, normalCode(input.code)));
  const [tried, result] = await ctx.database.withTenant(entryOf(ctx, 'playlists.devices'), (db) => [
    db.execute(sql`select set_config('app.may_try', app.may_try_code()::text, true) = 'true' as allowed`),
    db.execute(sql`with ${wantedPlaylist(input.playlistId, input.identity)},
      w as (update playlist_devices d set playlist_id = fits.id, name = ${input.name}, sort_key = ${keyOfName(input.name)}, place = ${input.place}, identity = ${identityParameter(input.identity)},
          approved_by_id = (select app.user_id()), approved_at = app.now(), expires_at = ${lifeEnds}, code_hash = null, version = d.version + 1
        from fits where not fits.lacks and current_setting('app.may_try', true) = 'true' and d.code_hash = ${hash}::bytea and d.code_ends_at > app.now() and d.approved_at is null returning d.id, d.name, d.place, d.playlist_id, d.identity, d.expires_at),
      ${tell('told', {
        people: sql`select t.user_id from (${otherAdministrators}) t where exists (select from w)`,
        kind: 'device_paired',
        vars: sql`(select jsonb_build_object('device', w.name, 'playlist', fits.name, 'person', (select me.name from users me where me.id = (select app.user_id()))) from w, fits)`,
        link: sql`'/playlists?tab=devices'`,
      })},
      a as (insert into audit (what, row_id, change, ip, request_id) select 'device.pair', w.id, jsonb_build_object('after', ${factsOf(sql`w`)}), ${ctx.address}, ${ctx.requestId} from w)
      select ${fitColumns}, (select w.id from w) as id, (select w.expires_at from w) as expires_at`),
  ]);
  if (!rowsOf<{ allowed: boolean }>(tried)[0]?.allowed)
    throw new AppError('too_many_attempts', { minutes: waitSeconds / 60 }, { retryAfterSeconds: waitSeconds });
  const [outcome] = rowsOf<Outcome>(result);
  if (outcome && !outcome.id) refuseMisfit(outcome);
  if (!outcome?.id) throw new AppError('pairing_code_unknown', undefined, { field: 'code' });
  return { id: outcome.id, expiresAt: new Date(outcome.expires_at ?? 0).toISOString() };
});
