import * as z from 'zod/mini';
import { visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { changed, id, instant, nameText, nothing, optionalText, text, version } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import { embedErrors, itemEmbed, playAnswer } from './contract.ts';
import { deviceFilters, deviceSorts, maxItems, maxNameLength, maxPlaceLength } from './limits.ts';

// Displays: screens without a user (BEHAVIOUR 6), how they are set up, how they sign in and what they may call.

const deviceState = z.enum(['playing', 'away', 'never', 'revoked', 'expired']);
export type DeviceState = z.infer<typeof deviceState>;

/** Why a display skips an item; `failing` is one that didn't load in three laps. */
const deviceSkips = ['hidden', 'maintenance', 'missing', 'no_identity', 'no_role', 'refused', 'failing'] as const;

const identity = z.strictObject({
  username: text(256),
  roles: z._default(z.array(text(128)).check(z.maxLength(20, 'too_long')), []),
});

const deviceRow = z.object({
  id: z.string(),
  name: z.string(),
  place: z.string(),
  playlist: z.nullable(z.object({ id: z.string(), name: z.string() })),
  identity: z.nullable(z.object({ username: z.string(), roles: z.array(z.string()) })),
  state: deviceState,
  players: z.number(),
  lastSeen: z.nullable(instant),
  lastIp: z.nullable(z.string()),
  showing: z.nullable(z.string()),
  /** How many items its playlist has, and which of them it skips and why. */
  items: z.number(),
  skipped: z.array(z.object({ title: z.string(), reason: z.enum(deviceSkips) })),
  expiresAt: instant,
  approvedBy: z.nullable(z.string()),
  version: z.number(),
  createdAt: instant,
});
export type DeviceRow = z.infer<typeof deviceRow>;

const filters = { state: z.optional(z.enum(deviceFilters)) };

export const listDevices = endpoint({
  method: 'GET',
  path: '/api/auth/playlist_devices',
  needs: 'playlists.devices',
  kinds: visits,
  screens: ['playlists'],
  summary: 'Lists the displays of this business unit with their place, slideshow and last heartbeat; with `id` that one alone.',
  input: z.strictObject({ ...listInput(deviceSorts), ...filters, id: z.optional(id) }),
  output: page(deviceRow),
});

export const exportDevices = endpoint({
  method: 'GET',
  path: '/api/auth/playlist_devices/export',
  needs: 'playlists.devices',
  kinds: visits,
  screens: ['playlists'],
  summary: 'Exports the same list as text rows for a CSV file; formula cells are prefixed.',
  input: z.strictObject({ search: listInput(deviceSorts).search, sort: listInput(deviceSorts).sort, ...filters, ...filePart }),
  output: tableFile,
});

const fields = {
  name: nameText(maxNameLength),
  place: optionalText(maxPlaceLength),
  playlistId: id,
  identity: z._default(z.nullable(identity), null),
};
const errors = ['not_found', 'playlist_identity_required', 'grant_roles_required'] as const;

export const addDevice = endpoint({
  method: 'POST',
  path: '/api/auth/playlist_devices',
  needs: 'playlists.devices',
  screens: ['playlists'],
  summary: 'Adds a display with a link; its token is returned only once and stored as a hash.',
  input: z.strictObject(fields),
  output: z.object({ id: z.string(), token: z.string(), expiresAt: instant }),
  errors,
});

export const pairDevice = endpoint({
  method: 'POST',
  path: '/api/auth/playlist_devices/pair',
  needs: 'playlists.devices',
  screens: ['playlists'],
  summary: 'Approves the screen that shows this pairing code, and sets what it plays.',
  input: z.strictObject({ code: z.string().check(z.maxLength(20, 'too_long')), ...fields }),
  output: z.object({ id: z.string(), expiresAt: instant }),
  errors: [...errors, 'pairing_code_unknown', 'too_many_attempts'],
});

export const editDevice = endpoint({
  method: 'PUT',
  path: '/api/auth/playlist_devices/{id}',
  needs: 'playlists.devices',
  screens: ['playlists'],
  summary: 'Updates a display’s name, place, slideshow and RLS identity; it picks the change up within a minute.',
  input: z.strictObject({ id, version, ...changed(fields) }),
  output: z.object({ id: z.string(), version: z.number() }),
  errors: [...errors, 'changed_meanwhile'],
});

export const changeDevice = endpoint({
  method: 'POST',
  path: '/api/auth/playlist_devices/{id}/{action}',
  needs: 'playlists.devices',
  screens: ['playlists'],
  summary: 'Renews the link (the old one stops working at its next refresh), extends its life by a year, or revokes it immediately.',
  input: z.strictObject({ id, action: z.enum(['rotate', 'extend', 'revoke']) }),
  output: z.object({ token: z.nullable(z.string()), expiresAt: instant }),
  errors: ['not_found'],
});

/** Where a display goes after signing in, under the keys that the specification uses for a sign-in. */
const letIn = z.object({
  status: z.literal('ok'),
  token: z.string(),
  intended: z.string(),
  user: z.object({ id: z.string(), name: z.string() }),
  redirect: z.nullable(z.string()),
  message: z.nullable(z.string()),
  domain: z.nullable(z.string()),
});

const secret = z.string().check(z.regex(/^[\w-]{43}$/, 'invalid'));

export const loginPlaylist = endpoint({
  method: 'POST',
  path: '/api/login/playlist',
  needs: 'public',
  summary: 'Signs a display in with the token of its link (Spec 7); at most three screens per link.',
  input: z.strictObject({ token: secret }),
  output: letIn,
  errors: ['playlist_token_unknown', 'playlist_players_full', 'too_many_attempts', 'tenant_blocked', 'ip_not_allowed'],
});

export const startPairing = endpoint({
  method: 'POST',
  path: '/api/login/playlist/pair',
  needs: 'public',
  summary: 'Issues a pairing code for a screen to show, and the secret it polls with.',
  input: nothing,
  output: z.object({ code: z.string(), secret: z.string(), endsAt: instant, serverNow: instant, askSeconds: z.number() }),
  errors: ['too_many_attempts'],
});

export const pollPairing = endpoint({
  method: 'POST',
  path: '/api/login/playlist/poll',
  needs: 'public',
  summary: 'Polls the state of a pairing code; the approval is handed out once.',
  input: z.strictObject({ secret }),
  output: z.object({ state: z.enum(['waiting', 'ended', 'ok']), session: z.nullable(letIn) }),
  errors: ['playlist_players_full', 'tenant_blocked', 'ip_not_allowed'],
});

export const beatPlayer = endpoint({
  method: 'POST',
  path: '/api/playlist/beat',
  needs: 'playlist',
  summary: 'Records a display’s heartbeat with what it shows and which items failed, and returns what to play.',
  input: z.strictObject({ item: z.nullable(id), out: z.array(id).check(z.maxLength(maxItems, 'too_long')) }),
  output: playAnswer,
});

export const embedForPlayer = endpoint({
  method: 'POST',
  path: '/api/playlist/embed',
  needs: 'playlist',
  summary: 'Issues an embed token for one item of the display’s slideshow, under the RLS identity an administrator set.',
  input: z.strictObject({ itemId: id }),
  output: itemEmbed,
  errors: embedErrors,
});
