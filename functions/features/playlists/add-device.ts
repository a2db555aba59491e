import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { addDevice } from '../../../domain/playlists/devices-contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyOfName } from '../../http/own-name.ts';
import { hashOf, newId, newSecret } from '../../services/ids.ts';
import { tell } from '../notifications/index.ts';
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

/** Makes a display with a link: 256 random bits, of which the database gets the hash and the administrator this one answer. */
export const addOneDevice = bind(addDevice, async (input, ctx) => {
  const id = newId(ctx.clock.now());
  const token = newSecret();
  const hash = await hashOf(token);
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'playlists.devices'), (db) => [
    db.execute(sql`with ${wantedPlaylist(input.playlistId, input.identity)},
      w as (insert into playlist_devices (id, playlist_id, name, sort_key, place, token_hash, identity, approved_by_id, approved_at, expires_at)
        select ${id}::uuid, fits.id, ${input.name}, ${keyOfName(input.name)}, ${input.place}, ${hash}::bytea, ${identityParameter(input.identity)}, (select app.user_id()), app.now(), ${lifeEnds} from fits where not fits.lacks returning id, name, place, playlist_id, identity, expires_at),
      ${tell('told', {
        people: sql`select t.user_id from (${otherAdministrators}) t where exists (select from w)`,
        kind: 'device_paired',
        vars: sql`(select jsonb_build_object('device', w.name, 'playlist', fits.name, 'person', (select me.name from users me where me.id = (select app.user_id()))) from w, fits)`,
        link: sql`'/playlists?tab=devices'`,
      })},
      a as (insert into audit (what, row_id, change, ip, request_id) select 'device.add', w.id, jsonb_build_object('after', ${factsOf(sql`w`)}), ${ctx.address}, ${ctx.requestId} from w)
      select ${fitColumns}, (select w.expires_at from w) as expires_at`),
  ]);
  const [outcome] = rowsOf<Fits & { expires_at: string | null }>(result);
  if (!outcome?.expires_at) refuseMisfit(outcome ?? { playlist_there: false, lacks: null });
  return { id, token, expiresAt: new Date(outcome?.expires_at ?? 0).toISOString() };
});
