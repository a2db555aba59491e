import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type RowOf, raw, typed } from '../../../db/raw.ts';
import type { RlsIdentity } from '../../../domain/reports/identity.ts';
import type { PlayerContext } from '../../request/context.ts';
import { tell } from '../notifications/index.ts';
import { lackingItems } from './devices.sql.ts';

// A heartbeat is hot: every statement is raw, and they share one trip.

const beat = raw('player.beat', {});
const deviceShape = { id: 'uuid', name: 'text', place: 'text', identity: typed<RlsIdentity | null>('jsonb?') } as const;
export type Device = RowOf<typeof deviceShape>;
const device = raw('player.device', deviceShape);

/** The display of this session. */
export const getDevice = (ctx: PlayerContext) => sql`(select x.device_id from players x where x.id = ${ctx.player.sid}::uuid)`;

export const readDevice = (db: Db, ctx: PlayerContext) =>
  device(db, sql`select d.id, d.name, d.place, d.identity from playlist_devices d where d.id = ${getDevice(ctx)}`);

/**
 * Records that the display is alive, what it shows (`item`) and what it has given up (`out`). Administrators are notified once of an item
 * that dropped out of the lap, or that the display's identity can't open.
 */
export function writeBeat(db: Db, ctx: PlayerContext, { item, out }: { item: string | null; out: readonly string[] }) {
  const itsPlaylist = sql`(select d.playlist_id from playlist_devices d where d.id = ${getDevice(ctx)})`;
  const itsIdentity = sql`(select d.identity from playlist_devices d where d.id = ${getDevice(ctx)})`;
  return beat(
    db,
    sql`with o as (select d.id, d.playlist_id, d.status from playlist_devices d where d.id = ${getDevice(ctx)}),
      p as (update players x set last_seen = app.now(), address = ${ctx.address} where x.id = ${ctx.player.sid}::uuid),
      lacking as (${lackingItems(itsPlaylist, itsIdentity)}),
      now as (select ${JSON.stringify({ item, out })}::jsonb
        || jsonb_build_object('lacking', coalesce((select jsonb_agg(l.id order by l.position) from lacking l), '[]')) as status),
      w as (update playlist_devices d set last_seen = app.now(), last_ip = ${ctx.address}, status = (select now.status from now)
        from o where d.id = o.id returning d.id),
      fallen as (select r.title, pl.name from o join playlists pl on pl.id = o.playlist_id
          join playlist_items i on i.playlist_id = pl.id join reports r on r.tenant_id = i.tenant_id and r.id = i.report_id
        where (${JSON.stringify(out)}::jsonb ? i.id::text and not coalesce(o.status->'out', '[]') ? i.id::text)
          or (i.id in (select l.id from lacking l) and not coalesce(o.status->'lacking', '[]') ? i.id::text)
        order by i.position limit 1),
      ${tell('told', {
        people: sql`select u.id as user_id from users u
          where u.profile = 'admin' and u.status in ('A','T') and exists (select from fallen)`,
        kind: 'playlist_skips',
        vars: sql`(select jsonb_build_object('playlist', fallen.name, 'report', fallen.title) from fallen)`,
        link: sql`'/playlists?tab=devices'`,
      })}
    select`,
  );
}

/** The identities under which this display may have opened the report: its own, the report's role, none. */
export const getIdentities = (ctx: PlayerContext, reportId: SQL) =>
  sql`select d.identity->>'username', array(select jsonb_array_elements_text(d.identity->'roles'))
      from playlist_devices d where d.id = ${getDevice(ctx)} and d.identity is not null
    union all select 'display-' || d.id, array[r.ignore_rls_role]
      from playlist_devices d, reports r where d.id = ${getDevice(ctx)} and r.id = ${reportId} and r.ignore_rls
    union all select '', '{}'`;
