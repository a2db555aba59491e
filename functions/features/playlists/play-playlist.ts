import { type SQL, sql } from 'drizzle-orm';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { embedPlaylistItem, playPlaylist } from '../../../domain/playlists/contract.ts';
import { seenBy } from '../../../domain/watermark/watermark.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { accountOfReport, cachedTokens, getGrant, tokenStore } from '../reports/index.ts';
import { embedItem } from './embed-item.ts';
import { itemFacts, readPerson, readPlaylist, readSettings } from './play.sql.ts';
import { type Looker, presentPlay } from './play.ts';
import { getWatcher, visiblePlaylist } from './playlist.ts';

export const getPerson = (ctx: SessionContext): Looker => ({
  kind: 'person',
  viewer: getWatcher(ctx),
  spared: ctx.session.profile !== 'user',
});

/** What a signed-in user sees of a playlist: only the items they may see. */
export const playOnePlaylist = bind(playPlaylist, async ({ id }, ctx) => {
  const looker = getPerson(ctx);
  const mine = sql`p.id = ${id}::uuid and ${visiblePlaylist(looker.viewer)}`;
  const itsItems = sql`i.playlist_id = ${id}::uuid and exists (select from playlists p where ${mine})`;
  const [found, items, settings, people] = await ctx.database.withTenant(getEntry(ctx, 'playlists.view'), (db) => [
    readPlaylist(db, mine),
    itemFacts(db, looker.viewer, itsItems),
    readSettings(db),
    readPerson(db, ctx),
  ]);
  const [playlist] = found.rows;
  if (!playlist) throw new AppError('not_found');
  return presentPlay(playlist, items.rows, looker, aroundPerson(ctx, settings.rows, people.rows));
});

type Person = { name: string; email: string; actor_name: string | null };

/** What a picture needs beside its items: the unit's settings, and the viewer. */
export function aroundPerson(ctx: SessionContext, [settings]: { values: Record<string, unknown> }[], [person]: Person[]) {
  const who = { email: person?.email ?? '', name: person?.name ?? '', unit: ctx.tenant.name, ip: ctx.address };
  return {
    settings: settings?.values ?? null,
    zone: ctx.tenant.zone,
    now: ctx.clock.now(),
    who: seenBy(who, person?.actor_name ?? null),
  };
}

const identityValues = sql`app.identity_values(u.custom, u.custom_own)`;

/** The identities under which this user may have opened the report: their own, those of their grants, the report's role, none. */
const getIdentities = (ctx: SessionContext, reportId: SQL) => {
  const me = sql`${ctx.session.sub}::uuid`;
  return sql`select app.identity_name(u.rls_username, u.email, ${identityValues}), u.rls_roles from users u where u.id = ${me}
    union all select app.identity_name(x.identity->>'username', u.email, ${identityValues}),
        array(select jsonb_array_elements_text(x.identity->'roles'))
      from grants x join users u on u.id = ${me} where x.report_id = ${reportId} and x.identity is not null and ${getGrant(ctx.session.sub)}
    union all select u.email, array[r.ignore_rls_role] from users u, reports r where u.id = ${me} and r.id = ${reportId} and r.ignore_rls
    union all select '', '{}'`;
};
const findReport = (itemId: string) => sql`(select i.report_id from playlist_items i where i.id = ${itemId}::uuid)`;

export const embedForPerson = bind(embedPlaylistItem, async ({ id, itemId }, ctx) => {
  const looker = getPerson(ctx);
  const reportId = findReport(itemId);
  const item = sql`i.id = ${itemId}::uuid and i.playlist_id = ${id}::uuid
    and exists (select from playlists p where p.id = i.playlist_id and ${visiblePlaylist(looker.viewer)})`;
  const [items, accounts, cached] = await ctx.database.withTenant(getEntry(ctx, 'playlists.view'), (db) => [
    itemFacts(db, looker.viewer, item),
    accountOfReport(db, reportId),
    cachedTokens(db, reportId, getIdentities(ctx, reportId)),
  ]);
  const account = accounts.rows[0];
  const tokens = cached.rows;
  return embedItem(ctx, tokenStore(ctx, 'playlists.view'), looker, { row: items.rows[0], account, cached: tokens });
});
