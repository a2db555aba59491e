import { type SQL, sql } from 'drizzle-orm';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { deviceDays } from '../../../domain/playlists/limits.ts';
import { lackingItems } from './device.ts';

export type Identity = { username: string; roles: string[] } | null;

export const identityParameter = (identity: Identity): SQL =>
  sql`${identity === null ? null : JSON.stringify({ username: identity.username, roles: [...identity.roles].sort() })}::jsonb`;

/** The CTE `fits`: the playlist a display is to play, and what its identity lacks for it. */
export const wantedPlaylist = (playlistId: string, identity: Identity): SQL =>
  sql`lacking as (${lackingItems(sql`${playlistId}::uuid`, identityParameter(identity))}),
    fits as (select p.id, p.name, exists (select from lacking) as lacks, exists (select from lacking where lacking.name) as nameless from playlists p where p.id = ${playlistId}::uuid)`;

export type Fits = { playlist_there: boolean; lacks: boolean | null; nameless?: boolean | null };
export const fitColumns = sql`exists (select from fits) as playlist_there, (select fits.lacks from fits) as lacks, (select fits.nameless from fits) as nameless`;

export function refuseMisfit(fits: Fits): void {
  if (!fits.playlist_there) throw new AppError('not_found', undefined, { field: 'playlistId' });
  if (fits.nameless) throw new AppError('playlist_identity_required', undefined, { field: 'identity' });
  if (fits.lacks) throw new AppError('grant_roles_required', undefined, { field: 'roles' });
}

export const lifeEnds = sql`app.now() + make_interval(days => ${deviceDays})`;

/** What the audit keeps of a display; never a token, a code or a hash. */
export const factsOf = (alias: SQL): SQL =>
  sql`jsonb_build_object('name', ${alias}.name, 'place', ${alias}.place, 'playlistId', ${alias}.playlist_id, 'identity', ${alias}.identity, 'expiresAt', ${alias}.expires_at)`;

/** Administrators of this tenant but the one who acts. */
export const otherAdministrators = sql`select u.id as user_id from users u where u.profile = 'admin' and u.status in ('A','T') and u.id is distinct from (select app.user_id())`;
