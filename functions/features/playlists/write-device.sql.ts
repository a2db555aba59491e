import { type SQL, sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { type DisplayFields, type DisplayIdentity, storedIdentity } from '../../../domain/playlists/display.ts';
import { deviceDays } from '../../../domain/playlists/limits.ts';
import type { SessionContext } from '../../request/context.ts';
import { keyOfName } from '../../request/name-key.ts';
import { tell } from '../notifications/index.ts';
import { lackingItems } from './devices.sql.ts';

const fitsShape = { playlist_there: 'bool', lacks: 'bool?', nameless: 'bool?' } as const;
const added = raw('displays.add', { expires_at: 'timestamptz' });
const announced = raw('displays.announce', {});
const fits = raw('displays.fits', fitsShape);
const changed = raw('displays.change', { expires_at: 'timestamptz' });
const tried = raw('displays.may_try', { allowed: 'bool' });
const paired = raw('displays.pair', { ...fitsShape, id: 'uuid?', expires_at: 'timestamptz?' });

const identityParameter = (identity: DisplayIdentity): SQL => sql`${identity && JSON.stringify(storedIdentity(identity))}::jsonb`;

/** A playlist for a display; an identity that is omitted is the one the display `id` has. */
type Wanted = Pick<DisplayFields, 'playlistId'> & { identity?: DisplayIdentity | undefined; id?: string };
const getStoredIdentity = (id: string | undefined): SQL =>
  sql`(select d.identity from playlist_devices d where d.id = ${id ?? null}::uuid)`;

/** The CTE `fits`: the playlist for a display, and what its identity lacks for it. */
const wantedPlaylist = ({ playlistId, identity, id }: Wanted): SQL =>
  sql`lacking as (${lackingItems(sql`${playlistId}::uuid`, identity === undefined ? getStoredIdentity(id) : identityParameter(identity))}),
    fits as (select p.id, p.name, exists (select from lacking) as lacks, exists (select from lacking where lacking.name) as nameless
      from playlists p where p.id = ${playlistId}::uuid)`;
const fitColumns = sql`exists (select from fits) as playlist_there, (select fits.lacks from fits) as lacks,
    (select fits.nameless from fits) as nameless`;

const lifeEnds = sql`app.now() + make_interval(days => ${deviceDays})`;

/** What the audit keeps of a display; never a token, a code or a hash. */
const getFacts = (alias: SQL): SQL =>
  sql`jsonb_build_object('name', ${alias}.name, 'place', ${alias}.place, 'playlistId', ${alias}.playlist_id,
    'identity', ${alias}.identity, 'expiresAt', ${alias}.expires_at)`;
const written = sql`id, name, place, playlist_id, identity, expires_at`;
const writtenOfD = sql`d.id, d.name, d.place, d.playlist_id, d.identity, d.expires_at`;

const otherAdministrators = sql`select u.id as user_id from users u
    where u.profile = 'admin' and u.status in ('A','T') and u.id is distinct from (select app.user_id())`;
/** Notifies the other administrators of the new display `w`. */
const tellOfNewDisplay = () =>
  tell('told', {
    people: sql`select t.user_id from (${otherAdministrators}) t where exists (select from w)`,
    kind: 'device_paired',
    vars: sql`(select jsonb_build_object('device', w.name, 'playlist', fits.name,
    'person', (select me.name from users me where me.id = (select app.user_id()))) from w, fits)`,
    link: sql`'/playlists?tab=devices'`,
  });

/** Adds an approved display; the role may not write every column of one, and the builder would name them all. */
export const insertDevice = (db: Db, id: string, hash: string, { name, place, playlistId, identity }: DisplayFields) =>
  added(
    db,
    sql`insert into playlist_devices
        (id, playlist_id, name, sort_key, place, token_hash, identity, approved_by_id, approved_at, expires_at)
      values (${id}::uuid, ${playlistId}::uuid, ${name}, ${keyOfName(name)}, ${place}, ${hash}::bytea, ${identityParameter(identity)},
        (select app.user_id()), app.now(), ${lifeEnds})
      returning expires_at`,
  );

/** Notifies the other administrators of the display `id`, and records it. */
export const announceDevice = (db: Db, ctx: SessionContext, id: string) =>
  announced(
    db,
    sql`with w as (select ${written} from playlist_devices where id = ${id}::uuid),
        fits as (select p.name from playlists p join w on w.playlist_id = p.id),
        ${tellOfNewDisplay()}
      ${auditEach(ctx, { what: 'device.add', row: sql`w.id`, facts: { after: getFacts(sql`w`) }, from: sql`w` })}`,
  );

/** Which of the requested things exist. */
export const readFits = (db: Db, fields: Wanted) => fits(db, sql`with ${wantedPlaylist(fields)} select ${fitColumns}`);

/** True while the playlist exists and the identity lacks nothing. */
export const stillFits = (fields: Wanted): SQL => sql`(with ${wantedPlaylist(fields)} select not fits.lacks from fits)`;

const effects = {
  rotate: (hash: string | null) =>
    sql`token_hash = ${hash}::bytea, generation = d.generation + 1, expires_at = ${lifeEnds}, warned_days = null`,
  extend: () => sql`expires_at = ${lifeEnds}, warned_days = null`,
  revoke: () => sql`revoked_at = app.now()`,
};

export const changeRow = (db: Db, ctx: SessionContext, id: string, action: keyof typeof effects, hash: string | null) =>
  changed(
    db,
    sql`with w as (update playlist_devices d set ${effects[action](hash)}, version = d.version + 1
        where d.id = ${id}::uuid and d.approved_at is not null and d.revoked_at is null returning d.id, d.name, d.expires_at),
      a as (${auditEach(ctx, {
        what: `device.${action}`,
        row: sql`w.id`,
        facts: { after: { name: sql`w.name`, expiresAt: sql`w.expires_at` } },
        from: sql`w`,
      })})
    select w.expires_at from w`,
  );

/** Counts an attempt before the code is compared; the next statement of the batch reads whether it was allowed. */
export const mayTry = (db: Db) => tried(db, sql`select set_config('app.may_try', app.may_try_code()::text, true) = 'true' as allowed`);

/** Approves the screen that shows the code with this hash. */
export const pairRow = (db: Db, ctx: SessionContext, codeHash: string, fields: DisplayFields) =>
  paired(
    db,
    sql`with ${wantedPlaylist(fields)},
      w as (update playlist_devices d set playlist_id = fits.id, name = ${fields.name}, sort_key = ${keyOfName(fields.name)},
          place = ${fields.place}, identity = ${identityParameter(fields.identity)}, approved_by_id = (select app.user_id()),
          approved_at = app.now(), expires_at = ${lifeEnds}, code_hash = null, version = d.version + 1
        from fits where not fits.lacks and current_setting('app.may_try', true) = 'true'
          and d.code_hash = ${codeHash}::bytea and d.code_ends_at > app.now() and d.approved_at is null returning ${writtenOfD}),
      ${tellOfNewDisplay()},
      a as (${auditEach(ctx, { what: 'device.pair', row: sql`w.id`, facts: { after: getFacts(sql`w`) }, from: sql`w` })})
    select ${fitColumns}, (select w.id from w) as id, (select w.expires_at from w) as expires_at`,
  );
