import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { DisplayIdentity } from '../../domain/playlists/display.ts';
import { at, createdAt, sortKey, tenantId, version } from './columns.ts';
import { reports } from './reports.ts';
import { tenants } from './tenants.ts';
import { bytes } from './types.ts';
import { userGroups } from './user-groups.ts';
import { users } from './users.ts';

/** Slideshows (BEHAVIOUR 6). */
export const playlists = pgTable(
  'playlists',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    sortKey: sortKey(),
    description: text('description').notNull().default(''),
    ownerId: uuid('owner_id').notNull(),
    transition: text('transition').notNull().default('fade'),
    loop: boolean('loop').notNull().default(true),
    shuffle: boolean('shuffle').notNull().default(false),
    showTitle: boolean('show_title').notNull().default(true),
    showClock: boolean('show_clock').notNull().default(true),
    showProgress: boolean('show_progress').notNull().default(true),
    // On: its players count as live viewers for the capacity (BEHAVIOUR 2).
    keepsCapacity: boolean('keeps_capacity').notNull().default(false),
    // Its displays may start a paused capacity.
    wakesCapacity: boolean('wakes_capacity').notNull().default(false),
    // Null = the viewer's language; on a display, the tenant's.
    language: text('language'),
    // report: every report keeps its author's colors; dark: all take the portal's dark ones.
    theme: text('theme').notNull().default('report'),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ name: 'playlists_owner', columns: [t.tenantId, t.ownerId], foreignColumns: [users.tenantId, users.id] }),
    check('playlists_transition', sql`${t.transition} in ('fade','slide','none')`),
    check('playlists_theme', sql`${t.theme} in ('report','dark')`),
    index('playlists_name').on(t.tenantId, t.sortKey, t.id),
    index('playlists_created').on(t.tenantId, t.createdAt, t.id),
    index('playlists_owner_name').on(t.tenantId, t.ownerId, t.sortKey, t.id),
  ],
);

export const playlistItems = pgTable(
  'playlist_items',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    playlistId: uuid('playlist_id').notNull(),
    position: integer('position').notNull(),
    reportId: uuid('report_id').notNull(),
    // The service's name of the page; null = the report's first.
    page: text('page'),
    // A saved view of the report, or the bookmark state itself where there is none.
    viewId: uuid('view_id'),
    state: text('state'),
    seconds: integer('seconds').notNull().default(30),
    // [{days: [1..7, Monday first], from: 'HH:mm', to: 'HH:mm'}] in the tenant's zone; empty = always.
    windows: jsonb('windows').notNull().default([]),
    onOpen: text('on_open').notNull().default('none'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({
      name: 'playlist_items_playlist',
      columns: [t.tenantId, t.playlistId],
      foreignColumns: [playlists.tenantId, playlists.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'playlist_items_report',
      columns: [t.tenantId, t.reportId],
      foreignColumns: [reports.tenantId, reports.id],
    }).onDelete('cascade'),
    check('playlist_items_seconds', sql`${t.seconds} between 10 and 3600`),
    check('playlist_items_on_open', sql`${t.onOpen} in ('none','refresh')`),
    index('playlist_items_order').on(t.tenantId, t.playlistId, t.position),
    index('playlist_items_report').on(t.tenantId, t.reportId),
  ],
);

/** People and groups a playlist is shared with; each person sees only the items they may see. */
export const playlistShares = pgTable(
  'playlist_shares',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    playlistId: uuid('playlist_id').notNull(),
    userId: uuid('user_id'),
    userGroupId: uuid('user_group_id'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({
      name: 'playlist_shares_playlist',
      columns: [t.tenantId, t.playlistId],
      foreignColumns: [playlists.tenantId, playlists.id],
    }).onDelete('cascade'),
    foreignKey({ name: 'playlist_shares_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      'cascade',
    ),
    foreignKey({
      name: 'playlist_shares_user_group',
      columns: [t.tenantId, t.userGroupId],
      foreignColumns: [userGroups.tenantId, userGroups.id],
    }).onDelete('cascade'),
    check('playlist_shares_one', sql`num_nonnulls(${t.userId}, ${t.userGroupId}) = 1`),
    uniqueIndex('playlist_shares_once').on(t.tenantId, t.playlistId, sql`coalesce(user_id, user_group_id)`),
    index('playlist_shares_user').on(t.tenantId, t.userId, t.playlistId),
    index('playlist_shares_user_group').on(t.tenantId, t.userGroupId, t.playlistId),
  ],
);

/** Displays: screens without a user. A row without approval is a screen that shows its pairing code. */
export const playlistDevices = pgTable(
  'playlist_devices',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    // Null before the approval, and after its playlist was deleted.
    playlistId: uuid('playlist_id'),
    name: text('name').notNull().default(''),
    sortKey: sortKey(),
    place: text('place').notNull().default(''),
    // Hash of the link's token; null when the screen was paired by code and has no link.
    tokenHash: bytes('token_hash'),
    // Incremented when the link is renewed: sessions of an older link end at their next call.
    generation: integer('generation').notNull().default(1),
    // {username, roles}: the RLS identity pinned by an administrator.
    identity: jsonb('identity').$type<DisplayIdentity>(),
    codeHash: bytes('code_hash'),
    codeEndsAt: at('code_ends_at'),
    // Hash of the secret with which the screen polls for approval; cleared when used.
    pairHash: bytes('pair_hash'),
    approvedById: uuid('approved_by_id'),
    approvedAt: at('approved_at'),
    expiresAt: at('expires_at').notNull(),
    revokedAt: at('revoked_at'),
    // Written by its players' heartbeat: what they show and which items they skip.
    lastSeen: at('last_seen'),
    lastIp: text('last_ip'),
    status: jsonb('status').notNull().default({}),
    // Days before the end at which administrators were last notified.
    warnedDays: integer('warned_days'),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({
      name: 'playlist_devices_playlist',
      columns: [t.tenantId, t.playlistId],
      foreignColumns: [playlists.tenantId, playlists.id],
    }),
    foreignKey({
      name: 'playlist_devices_approved_by',
      columns: [t.tenantId, t.approvedById],
      foreignColumns: [users.tenantId, users.id],
    }),
    check('playlist_devices_approved', sql`${t.approvedAt} is not null or ${t.codeHash} is not null`),
    uniqueIndex('playlist_devices_token').on(t.tenantId, t.tokenHash),
    uniqueIndex('playlist_devices_code').on(t.tenantId, t.codeHash),
    uniqueIndex('playlist_devices_pair').on(t.tenantId, t.pairHash),
    index('playlist_devices_playlist').on(t.tenantId, t.playlistId),
    index('playlist_devices_name').on(t.tenantId, t.sortKey, t.id),
    index('playlist_devices_created').on(t.tenantId, t.createdAt, t.id),
    index('playlist_devices_seen').on(t.tenantId, sql`coalesce(last_seen, '-infinity'::timestamptz)`, t.id),
    index('playlist_devices_ending_across').on(t.expiresAt).where(sql`revoked_at is null and approved_at is not null`),
  ],
);

/** Sessions of a display: one for each screen that plays it, at most three at a time. */
export const players = pgTable(
  'players',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    deviceId: uuid('device_id').notNull(),
    generation: integer('generation').notNull(),
    address: text('address').notNull().default(''),
    lastSeen: at('last_seen').notNull().default(sql`app.now()`),
    endedAt: at('ended_at'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({
      name: 'players_device',
      columns: [t.tenantId, t.deviceId],
      foreignColumns: [playlistDevices.tenantId, playlistDevices.id],
    }).onDelete('cascade'),
    index('players_device').on(t.tenantId, t.deviceId, t.lastSeen),
  ],
);
