import * as z from 'zod/mini';
import { viewing, visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { changed, done, id, instant, nameText, optionalText, version, whole } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import { buildRecord } from '../fields/fields.ts';
import { coverKinds } from '../reports/contract.ts';
import { reportFilter } from '../reports/filters.ts';
import { language } from '../session/contract.ts';
import { type PlaylistField, playlistSwitches, switchNames } from './fields.ts';
import {
  maxDescriptionLength,
  maxItems,
  maxNameLength,
  maxShares,
  maxStateLength,
  maxWindows,
  playlistSorts,
  seconds,
  themes,
  transitions,
} from './limits.ts';

// Playlists as people compose, share and watch them (BEHAVIOUR 6); displays are in devices-contract.ts.

const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'invalid'));
const playWindow = z.strictObject({
  days: z.array(whole(1, 7)).check(z.minLength(1, 'required'), z.maxLength(7, 'too_long')),
  from: time,
  to: time,
});

const itemFields = {
  reportId: id,
  page: z._default(z.nullable(z.string().check(z.minLength(1, 'required'), z.maxLength(200, 'too_long'))), null),
  viewId: z._default(z.nullable(id), null),
  state: z._default(z.nullable(z.string().check(z.minLength(1, 'required'), z.maxLength(maxStateLength, 'too_long'))), null),
  seconds: z._default(whole(seconds.least, seconds.most), seconds.usual),
  windows: z._default(z.array(playWindow).check(z.maxLength(maxWindows, 'too_long')), []),
  onOpen: z._default(z.enum(['none', 'refresh']), 'none'),
};

const fields = {
  name: nameText(maxNameLength),
  description: optionalText(maxDescriptionLength),
  transition: z._default(z.enum(transitions), 'fade'),
  ...buildRecord(switchNames, (name) => z._default(z.boolean(), playlistSwitches[name])),
  language: z._default(z.nullable(language), null),
  theme: z._default(z.enum(themes), 'report'),
  items: z._default(z.array(z.strictObject(itemFields)).check(z.maxLength(maxItems, 'too_long')), []),
  people: z._default(z.array(id).check(z.maxLength(maxShares, 'too_long')), []),
  groups: z._default(z.array(id).check(z.maxLength(maxShares, 'too_long')), []),
} satisfies Record<PlaylistField, unknown>;

const playlistRow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  owner: z.nullable(z.object({ id: z.string(), name: z.string() })),
  items: z.number(),
  /** Items that no viewer can see now: hidden, in maintenance. */
  skipped: z.number(),
  seconds: z.number(),
  shares: z.number(),
  displays: z.number(),
  mayEdit: z.boolean(),
  version: z.number(),
  createdAt: instant,
});
export type PlaylistRow = z.infer<typeof playlistRow>;

const filters = { mine: z.optional(z.literal('1')) };

export const listPlaylists = endpoint({
  method: 'GET',
  path: '/api/auth/playlists',
  needs: 'playlists.view',
  kinds: viewing,
  screens: ['playlists'],
  summary: 'Lists the slideshows the caller may play: all for an administrator, own and shared ones for other users.',
  input: z.strictObject({ ...listInput(playlistSorts), ...filters }),
  output: page(playlistRow),
});

export const exportPlaylists = endpoint({
  method: 'GET',
  path: '/api/auth/playlists/export',
  needs: 'playlists.view',
  kinds: visits,
  screens: ['playlists'],
  summary: 'Exports the same list as text rows for a CSV file; formula cells are prefixed.',
  input: z.strictObject({ search: listInput(playlistSorts).search, sort: listInput(playlistSorts).sort, ...filters, ...filePart }),
  output: tableFile,
});

const reportPage = z.object({ name: z.string(), displayName: z.string() });
/** Why an item is skipped; null = it plays. */
const skipReason = z.nullable(z.enum(['not_found', 'report_in_maintenance', 'rls_identity_missing', 'report_missing_at_service']));
export type SkipReason = NonNullable<z.infer<typeof skipReason>>;

const pickable = z.object({
  id: z.string(),
  title: z.string(),
  group: z.nullable(z.object({ name: z.string(), hue: z.number() })),
  cover: z.object({ kind: z.enum(coverKinds), file: z.nullable(z.string()) }),
  pages: z.array(reportPage),
  needsIdentity: z.boolean(),
  /** Its identity needs a role of the model. */
  needsRoles: z.boolean(),
});
export type PickableReport = z.infer<typeof pickable>;

export const findPlaylistReports = endpoint({
  method: 'GET',
  path: '/api/auth/playlists/reports',
  needs: 'playlists.edit',
  kinds: visits,
  screens: ['playlists'],
  summary: 'Lists the reports the caller may add to a slideshow, with their pages, by prefixes of words.',
  input: z.strictObject({ q: z._default(z.string().check(z.trim(), z.maxLength(100, 'too_long')), '') }),
  output: z.object({ reports: z.array(pickable) }),
});

const subject = z.object({ id: z.string(), name: z.string() });

export const findPlaylistPeople = endpoint({
  method: 'GET',
  path: '/api/auth/playlists/people',
  needs: 'playlists.edit',
  kinds: visits,
  screens: ['playlists'],
  summary: 'Lists users and user groups to share a slideshow with, by prefix of a name or e-mail address.',
  input: z.strictObject({ q: z._default(z.string().check(z.trim(), z.maxLength(100, 'too_long')), '') }),
  output: z.object({ people: z.array(z.object({ ...subject.shape, email: z.string() })), groups: z.array(subject) }),
});

const storedItem = z.object({
  id: z.string(),
  report: pickable,
  page: z.nullable(z.string()),
  viewId: z.nullable(z.string()),
  view: z.nullable(z.string()),
  state: z.nullable(z.string()),
  seconds: z.number(),
  windows: z.array(playWindow),
  onOpen: z.enum(['none', 'refresh']),
  skipped: skipReason,
});

export const readPlaylist = endpoint({
  method: 'GET',
  path: '/api/auth/playlists/{id}',
  needs: 'playlists.edit',
  kinds: visits,
  screens: ['playlists'],
  summary: 'Returns one slideshow with its items, shares and displays, for editing.',
  input: z.strictObject({ id }),
  output: z.object({
    ...playlistRow.shape,
    transition: z.enum(transitions),
    ...buildRecord(switchNames, () => z.boolean()),
    language: z.nullable(language),
    theme: z.enum(themes),
    list: z.array(storedItem),
    people: z.array(z.object({ ...subject.shape, email: z.string() })),
    groups: z.array(subject),
    displayNames: z.array(z.string()),
  }),
  errors: ['not_found'],
});
export type OnePlaylist = z.infer<typeof readPlaylist.output>;

export const addPlaylist = endpoint({
  method: 'POST',
  path: '/api/auth/playlists',
  needs: 'playlists.edit',
  kinds: visits,
  screens: ['playlists'],
  summary: 'Adds a slideshow with its items and shares, all or nothing.',
  input: z.strictObject(fields),
  output: z.object({ id: z.string(), version: z.number() }),
  errors: ['not_found'],
  maxBytes: 3_000_000,
});

export type PlaylistFields = z.output<typeof addPlaylist.input>;

export const editPlaylist = endpoint({
  method: 'PUT',
  path: '/api/auth/playlists/{id}',
  needs: 'playlists.edit',
  kinds: visits,
  screens: ['playlists'],
  summary: 'Updates a slideshow at the given version; running players pick it up within a minute.',
  input: z.strictObject({ id, version, ...changed(fields) }),
  output: z.object({ id: z.string(), version: z.number() }),
  errors: ['not_found', 'changed_meanwhile', 'playlist_on_display'],
  maxBytes: 3_000_000,
});

export type PlaylistEdit = z.output<typeof editPlaylist.input>;

export const copyPlaylist = endpoint({
  method: 'POST',
  path: '/api/auth/playlists/{id}/copy',
  needs: 'playlists.edit',
  kinds: visits,
  screens: ['playlists'],
  summary: 'Copies a slideshow with its items but without shares and displays; the copy belongs to the caller.',
  input: z.strictObject({ id, name: nameText(maxNameLength) }),
  output: z.object({ id: z.string(), version: z.number() }),
  errors: ['not_found'],
});

export const removePlaylist = endpoint({
  method: 'DELETE',
  path: '/api/auth/playlists/{id}',
  needs: 'playlists.edit',
  kinds: visits,
  screens: ['playlists'],
  summary: 'Deletes a slideshow; its displays stay and show that there is no report.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found', 'playlist_on_display'],
});

/** An item as a player gets it; a skipped one says why and nothing about its report. */
const playItem = z.object({
  id: z.string(),
  reportId: z.string(),
  title: z.string(),
  place: z.string(),
  page: z.nullable(z.string()),
  state: z.nullable(z.string()),
  seconds: z.number(),
  windows: z.array(playWindow),
  onOpen: z.enum(['none', 'refresh']),
  embedUrl: z.nullable(z.string()),
  tenantColors: z.boolean(),
  /** Filters that a grant fixes: they shape the view and don't protect anything. */
  filters: z.array(reportFilter),
  dataAt: z.nullable(instant),
  watermarked: z.boolean(),
  skipped: skipReason,
});
export type PlayItem = z.infer<typeof playItem>;

/** Everything a player needs, requested every half minute: changes take effect at the next item. */
export const playAnswer = z.object({
  playlist: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      transition: z.enum(transitions),
      loop: z.boolean(),
      shuffle: z.boolean(),
      showTitle: z.boolean(),
      showClock: z.boolean(),
      showProgress: z.boolean(),
      language: z.nullable(language),
      theme: z.enum(themes),
    }),
  ),
  items: z.array(playItem),
  zone: z.string(),
  serverNow: instant,
  watermark: z.object({
    template: z.string(),
    opacity: z.number(),
    who: z.object({ email: z.string(), name: z.string(), unit: z.string(), ip: z.string() }),
  }),
});
export type PlayAnswer = z.infer<typeof playAnswer>;

export const playPlaylist = endpoint({
  method: 'GET',
  path: '/api/auth/playlists/{id}/play',
  needs: 'playlists.view',
  kinds: viewing,
  screens: ['playlist/view'],
  summary: 'Returns a slideshow to play as a signed-in user; items they have no access to are skipped.',
  input: z.strictObject({ id }),
  output: playAnswer,
  errors: ['not_found'],
});

export const playGroup = endpoint({
  method: 'GET',
  path: '/api/auth/group_reports/{id}/play',
  needs: 'playlists.view',
  kinds: viewing,
  screens: ['playlist/view'],
  summary: 'Returns the reports of a group or sub-group that the caller may see as an ad-hoc slideshow, each item under its report’s id.',
  input: z.strictObject({ id, app: z.optional(z.literal('1')) }),
  output: playAnswer,
  errors: ['group_not_found'],
});

export const itemEmbed = z.object({
  id: z.string(),
  groupId: z.nullable(z.string()),
  type: z.enum(['report', 'paginated']),
  embedUrl: z.string(),
  token: z.string(),
  expiresAt: instant,
  serverNow: instant,
});
export type ItemEmbed = z.infer<typeof itemEmbed>;

export const embedErrors = [
  'not_found',
  'rls_identity_missing',
  'report_in_maintenance',
  'capacity_paused',
  'capacity_opens',
  'report_service_down',
  'report_service_throttled',
  'report_service_refused',
  'report_identity_refused',
  'report_missing_at_service',
  'report_account_refused',
] as const;

export const embedPlaylistItem = endpoint({
  method: 'POST',
  path: '/api/auth/playlists/{id}/embed',
  needs: 'playlists.view',
  kinds: viewing,
  reads: true,
  screens: ['playlist/view'],
  summary: 'Issues an embed token for one slideshow item under the caller’s RLS identity.',
  input: z.strictObject({ id, itemId: id }),
  output: itemEmbed,
  errors: embedErrors,
});
