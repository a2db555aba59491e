import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { embedPlaylistItem, playPlaylist } from '../../../domain/playlists/contract.ts';
import { seenBy } from '../../../domain/watermark/watermark.ts';
import { bind } from '../../http/bind.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
import { type AccountRow, accountOfReport, actorName, type CachedToken, cachedTokens, grantOf, tokenStore } from '../reports/index.ts';
import { embedItem } from './embed-item.ts';
import { type ItemRow, itemFacts, type Looker, type PlaylistRow, playlistColumns, presentPlay } from './play.ts';
import { visiblePlaylist, watcherOf } from './playlist.ts';

export const personOf = (ctx: SessionContext): Looker => ({
  kind: 'person',
  viewer: watcherOf(ctx),
  spared: ctx.session.profile !== 'user',
});

/** What a signed-in person sees of a playlist: of everything in it only what is his. */
export const playOnePlaylist = bind(playPlaylist, async ({ id }, ctx) => {
  const looker = personOf(ctx);
  const mine = sql`p.id = ${id}::uuid and ${visiblePlaylist(looker.viewer)}`;
  const [found, items, ...around] = await ctx.database.withTenant(entryOf(ctx, 'playlists.view'), (db) => [
    db.execute(sql`select ${playlistColumns} from playlists p where ${mine}`),
    itemFacts(db, looker.viewer, sql`i.playlist_id = ${id}::uuid and exists (select from playlists p where ${mine})`),
    ...surroundings(db, ctx),
  ]);
  const [playlist] = rowsOf<PlaylistRow>(found);
  if (!playlist) throw new AppError('not_found');
  return presentPlay(playlist, rowsOf<ItemRow>(items), looker, aroundPerson(around, ctx));
});

/** What a picture needs beside its items: the unit's settings, and who looks. */
export const surroundings = (db: Db, ctx: SessionContext) =>
  [
    db.execute(sql`select "values" from settings`),
    db.execute(sql`select name, email, ${actorName(ctx)} as actor_name from users where id = ${ctx.session.sub}::uuid`),
  ] as const;

type Answer = Parameters<typeof rowsOf>[0];
export function aroundPerson([settings, people]: readonly [Answer, Answer], ctx: SessionContext) {
  const [person] = rowsOf<{ name: string; email: string; actor_name: string | null }>(people);
  return {
    settings: rowsOf<{ values: Record<string, unknown> }>(settings)[0]?.values ?? null,
    zone: ctx.tenant.zone,
    now: ctx.clock.now(),
    who: seenBy(
      { email: person?.email ?? '', name: person?.name ?? '', unit: ctx.tenant.name, ip: ctx.address },
      person?.actor_name ?? null,
    ),
  };
}

export const embedForPerson = bind(embedPlaylistItem, async ({ id, itemId }, ctx) => {
  const looker = personOf(ctx);
  const entry = entryOf(ctx, 'playlists.view');
  const reportId = sql`(select i.report_id from playlist_items i where i.id = ${itemId}::uuid)`;
  const [items, accounts, cached] = await ctx.database.withTenant(entry, (db) => [
    itemFacts(
      db,
      looker.viewer,
      sql`i.id = ${itemId}::uuid and i.playlist_id = ${id}::uuid and exists (select from playlists p where p.id = i.playlist_id and ${visiblePlaylist(looker.viewer)})`,
    ),
    accountOfReport(db, reportId),
    cachedTokens(
      db,
      reportId,
      sql`select app.identity_name(u.rls_username, u.email, app.identity_values(u.custom, u.custom_own)), u.rls_roles from users u where u.id = ${ctx.session.sub}::uuid
        union all select app.identity_name(x.identity->>'username', u.email, app.identity_values(u.custom, u.custom_own)), array(select jsonb_array_elements_text(x.identity->'roles')) from grants x join users u on u.id = ${ctx.session.sub}::uuid where x.report_id = ${reportId} and x.identity is not null and ${grantOf(ctx.session.sub)}
        union all select u.email, array[r.ignore_rls_role] from users u, reports r where u.id = ${ctx.session.sub}::uuid and r.id = ${reportId} and r.ignore_rls
        union all select '', '{}'`,
    ),
  ]);
  return embedItem(ctx, tokenStore(ctx, 'playlists.view'), looker, {
    row: rowsOf<ItemRow>(items)[0],
    account: rowsOf<AccountRow>(accounts)[0],
    cached: rowsOf<CachedToken>(cached),
  });
});
