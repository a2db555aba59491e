import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { playlistDevices, playlistShares, playlists } from '../../../db/schema/playlists.ts';
import { userGroups } from '../../../db/schema/user-groups.ts';
import { users } from '../../../db/schema/users.ts';
import { can } from '../../../domain/access/permissions.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { pick } from '../../../domain/fields/fields.ts';
import { readPlaylist } from '../../../domain/playlists/contract.ts';
import { settingNames } from '../../../domain/playlists/fields.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { editablePlaylist, getWatcher, livingDisplay } from './playlist.ts';
import { readItems, readRow } from './playlists.sql.ts';
import { presentPickable, presentPlaylist } from './present-playlist.ts';

const maxDisplays = 50;

export const readOnePlaylist = bind(readPlaylist, async ({ id }, ctx) => {
  const viewer = getWatcher(ctx);
  const mine = sql`exists (select from playlists p where p.id = ${id}::uuid and ${editablePlaylist(viewer)})`;
  const shared = and(eq(playlistShares.playlistId, id), mine);
  const [p, d] = [alias(playlists, 'p'), alias(playlistDevices, 'd')];
  const [found, items, people, groups, displays] = await ctx.database.withTenant(getEntry(ctx, 'playlists.edit'), (db) => [
    readRow(db, id, viewer),
    readItems(db, id, viewer, mine),
    db
      .select({ id: users.id, name: users.name, email: users.email })
      .from(playlistShares)
      .innerJoin(users, and(eq(users.tenantId, playlistShares.tenantId), eq(users.id, playlistShares.userId)))
      .where(shared)
      .orderBy(asc(users.sortKey), asc(users.id)),
    db
      .select({ id: userGroups.id, name: userGroups.name })
      .from(playlistShares)
      .innerJoin(
        userGroups,
        and(eq(userGroups.tenantId, playlistShares.tenantId), eq(userGroups.id, playlistShares.userGroupId), isNull(userGroups.deletedAt)),
      )
      .where(shared)
      .orderBy(asc(userGroups.sortKey), asc(userGroups.id)),
    db
      .select({ name: d.name })
      .from(p)
      .innerJoin(d, livingDisplay)
      .where(and(eq(p.id, id), mine))
      .orderBy(asc(d.sortKey), asc(d.id))
      .limit(maxDisplays),
  ]);
  const [row] = found.rows;
  if (!row) throw new AppError('not_found');
  return {
    ...presentPlaylist(row, viewer, can(ctx.session, 'playlists.edit')),
    ...pick(row, settingNames),
    list: items.rows.map((item) => ({
      id: item.id,
      report: presentPickable(item),
      page: item.page,
      viewId: item.view_name === null ? null : item.view_id,
      view: item.view_name,
      state: item.state,
      seconds: item.seconds,
      windows: item.windows,
      onOpen: item.on_open,
      skipped: !item.visible ? ('not_found' as const) : item.maintained ? ('report_in_maintenance' as const) : null,
    })),
    people,
    groups,
    displayNames: displays.map((display) => display.name),
  };
});
