import * as z from 'zod/mini';
import { userFlags } from '../access/profile.ts';
import { visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import {
  changed,
  day,
  flag,
  givenInstant,
  id,
  instant,
  nameText,
  nothing,
  optionalText,
  text,
  version,
  whole,
} from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import { customFilter, customInput, customShown } from '../custom-fields/contract.ts';
import { buildRecord } from '../fields/fields.ts';
import { identityOptions } from '../report-access/fields.ts';
import { language, profile } from '../session/contract.ts';
import { textNames, type UserField, userColumns, userTexts } from './fields.ts';
import {
  maxDepartmentLength,
  maxGroupsOfOne,
  maxHomePageLength,
  maxIdentityLength,
  maxIdentityRoles,
  maxNameLength,
  maxPositionLength,
  maxWindows,
  userSorts,
} from './limits.ts';
import { positions, statuses } from './person.ts';
import { statusActions } from './transitions.ts';

// Users of a tenant as its administrators see them (Spec 3, User; Spec 4; BEHAVIOUR 14, 17). On the platform's host they are an area of
// /partners. Nothing here reveals an account before its user has accepted.

export const userScreens = ['user', 'partners'];
const status = z.enum(statuses);
const position = z.enum(positions);
const userFlag = z.enum(userFlags);
const named = z.object({ id: z.string(), name: z.string() });

/** `none`: not invited yet; `sent`: invited, not accepted; `accepted`: signs in with their own account. */
const invitation = z.enum(['none', 'sent', 'accepted']);

const accessWindow = z.strictObject({
  days: z.array(whole(1, 7)).check(z.minLength(1, 'required'), z.maxLength(7, 'too_long')),
  from: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'invalid')),
  to: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'invalid')),
});

const userRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** E.164. */
  phone: z.nullable(z.string()),
  profile,
  status,
  statusReason: z.nullable(z.string()),
  ...buildRecord(textNames, () => z.nullable(z.string())),
  position: z.nullable(position),
  positionOther: z.nullable(z.string()),
  language: z.nullable(language),
  flags: z.array(userFlag),
  /** A signed address, good for ten minutes. */
  picture: z.nullable(z.string()),
  invitation,
  invitedAt: z.nullable(instant),
  expiresAt: z.nullable(instant),
  groups: z.array(named),
  /** Values of custom fields, by key. */
  custom: customShown,
  createdAt: instant,
  lastSignInAt: z.nullable(instant),
  /** Only for removed users: until when they can be restored. */
  undoUntil: z.nullable(instant),
  /** Some report granted to this user shows nothing because they lack an identity. */
  lacksIdentity: z.boolean(),
  /** Can give a second factor at sign-in. */
  secondFactor: z.boolean(),
  isMe: z.boolean(),
  version: z.number(),
});
export type UserRow = z.infer<typeof userRow>;

/** How many users each view shows under the same search and filters. `all` leaves out the removed. */
const userCounts = z.object({
  all: z.number(),
  A: z.number(),
  T: z.number(),
  B: z.number(),
  I: z.number(),
  D: z.number(),
  invited: z.number(),
  never: z.number(),
  expiring: z.number(),
  unidentified: z.number(),
  removed: z.number(),
  /** False where counting stopped at ten thousand users. */
  exact: z.boolean(),
});
export type UserCounts = z.infer<typeof userCounts>;

const yes = z.literal('1');
/** The filters of the list; a bulk action and an export take the same ones. */
const filters = {
  search: listInput(userSorts).search,
  status: z.optional(status),
  profile: z.optional(profile),
  group: z.optional(id),
  department: z.optional(z.string().check(z.trim(), z.maxLength(maxDepartmentLength, 'too_long'))),
  position: z.optional(position),
  language: z.optional(language),
  flag: z.optional(userFlag),
  never: z.optional(yes),
  /** Invited or still to be invited, and not accepted. */
  invited: z.optional(yes),
  expiring: z.optional(yes),
  /** Granted a report that needs an identity of their own, and without one. */
  unidentified: z.optional(yes),
  /** Whether they have a second factor. */
  factor: z.optional(z.enum(['with', 'without'])),
  /** Days of the last sign-in on the unit's clock, both included. */
  signedFrom: z.optional(day),
  signedTo: z.optional(day),
  /** A row for each searchable custom field that must match, as one text. */
  custom: z.optional(customFilter),
  /** Some required custom field has no value. */
  incomplete: z.optional(yes),
  /** Only the users removed in the last thirty days. */
  removed: z.optional(yes),
};
export const userFilters = z.strictObject(filters);
export type UserFilters = z.infer<typeof userFilters>;

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/auth/users',
  needs: 'users.read',
  kinds: visits,
  screens: userScreens,
  summary: 'Lists the users of this tenant; searches by prefix of a word of the name, of the e-mail address or of the phone number.',
  input: z.strictObject({ ...listInput(userSorts), ...filters }),
  output: z.object({ ...page(userRow).shape, counts: userCounts }),
});

export const exportUsers = endpoint({
  method: 'GET',
  path: '/api/auth/users/export',
  needs: 'users.read',
  screens: userScreens,
  // A user who acts as another can't export users' data (BEHAVIOUR 8).
  summary: 'Exports the filtered users as text rows, in parts; formula cells are prefixed.',
  input: z.strictObject({ ...filters, sort: listInput(userSorts).sort, ...filePart }),
  output: tableFile,
});

export const userChoices = endpoint({
  method: 'GET',
  path: '/api/auth/users/choices',
  needs: 'users.read',
  kinds: visits,
  screens: userScreens,
  summary: 'Returns the options of user forms and filters, and how many seats are left.',
  input: nothing,
  output: z.object({
    profiles: z.array(profile),
    flags: z.array(z.object({ flag: userFlag, profiles: z.array(profile) })),
    departments: z.array(z.string()),
    groups: z.array(named),
    themes: z.array(named),
    /** Screens that may be a home page, by their path, for each profile. */
    homePages: z.array(z.object({ path: z.string(), name: z.string(), profiles: z.array(profile) })),
    columns: z.array(z.enum(userColumns)),
    /** The country of telephone numbers written without a prefix. */
    country: z.string(),
    seats: z.object({
      used: z.number(),
      limit: z.nullable(z.number()),
      bonus: z.number(),
      /** Of a partner, whose limit covers its units too: the users of the whole tree. */
      tree: z.nullable(z.number()),
      /** How many may still be added; null without a limit. A partner's also covers what its units' limits promise. */
      left: z.nullable(z.number()),
    }),
    /** Whether the form of a new user starts with an invitation: yes, as in the import, unless the unit has switched it off. */
    invites: z.boolean(),
    /** The values that RLS identities use here, and whether a report requires a role besides. */
    identity: z.object({ ...identityOptions.shape, needsRoles: z.boolean() }),
  }),
});

/** A user's data in a form. */
export const personFields = {
  name: nameText(maxNameLength),
  email: text(maxIdentityLength),
  phone: z._default(z.nullable(z.string().check(z.trim(), z.maxLength(40, 'too_long'))), null),
  profile,
  ...buildRecord(textNames, (name) => optionalText(userTexts[name].max)),
  position: z._default(z.nullable(position), null),
  positionOther: optionalText(maxPositionLength),
  language: z._default(z.nullable(language), null),
  flags: z._default(z.array(userFlag).check(z.maxLength(userFlags.length, 'too_long')), []),
  groups: z._default(z.array(id).check(z.maxLength(maxGroupsOfOne, 'too_long')), []),
  /** An instant; the user is inactive from then on. */
  expiresAt: z._default(z.nullable(givenInstant), null),
  accessHours: z._default(z.nullable(z.array(accessWindow).check(z.maxLength(maxWindows, 'too_long'))), null),
  ipExempt: z._default(z.boolean(), false),
  allowRemote: z._default(z.boolean(), false),
  homePage: z._default(z.nullable(z.string().check(z.trim(), z.maxLength(maxHomePageLength, 'too_long'))), null),
  homeReportId: z._default(z.nullable(id), null),
  themeId: z._default(z.nullable(id), null),
  rlsUsername: z._default(z.nullable(z.string().check(z.trim(), z.maxLength(maxIdentityLength, 'too_long'))), null),
  rlsRoles: z._default(z.array(text(maxNameLength)).check(z.maxLength(maxIdentityRoles, 'too_long')), []),
  custom: z._default(customInput, {}),
} satisfies Record<UserField, unknown>;
const userFields = z.strictObject(personFields);
export type UserFields = z.infer<typeof userFields>;
/** Why a user can't be added. */
export const addRefusals = ['email_taken', 'phone_taken', 'user_limit_reached'] as const;

/** A user's flag beside the resulting permission: administrators have most of them without the flag. */
const effectiveFlag = z.object({ flag: userFlag, given: z.boolean(), effect: z.enum(['always', 'given', 'no']) });

const userDetail = z.object({
  ...userRow.shape,
  accessHours: z.nullable(z.array(accessWindow)),
  ipExempt: z.boolean(),
  allowRemote: z.boolean(),
  remoteUntil: z.nullable(instant),
  homePage: z.nullable(z.string()),
  homeReport: z.nullable(named),
  theme: z.nullable(named),
  rlsUsername: z.nullable(z.string()),
  rlsRoles: z.array(z.string()),
  statusAt: z.nullable(instant),
  addedBy: z.nullable(z.string()),
  effective: z.array(effectiveFlag),
  counts: z.object({
    reports: z.number(),
    grants: z.number(),
    favorites: z.number(),
    views: z.number(),
    playlists: z.number(),
    comments: z.number(),
    requests: z.number(),
  }),
  /** Active sessions, of this user in this tenant only; empty before acceptance. */
  sessions: z.array(
    z.object({
      id: z.string(),
      at: instant,
      lastSeen: instant,
      address: z.nullable(z.string()),
      agent: z.nullable(z.string()),
      authType: z.string(),
      /** What proved the user's identity: the account's own secret, or only this unit. */
      vouched: z.enum(['account', 'unit']),
      isMine: z.boolean(),
    }),
  ),
  /** Browsers from which this user has signed in before. */
  devices: z.number(),
  /** Until when the user is locked out after five wrong passwords; null when they aren't. */
  lockedUntil: z.nullable(instant),
  /** What the caller may do to this user; a refused action is in `refusals` with its reason. */
  actions: z.array(z.enum([...statusActions, 'edit', 'remove', 'restore', 'invite', 'duplicate'])),
  refusals: z.array(z.object({ action: z.string(), reason: z.enum(['own_person', 'last_administrator']) })),
});
export type UserDetail = z.infer<typeof userDetail>;

export const readUser = endpoint({
  method: 'GET',
  path: '/api/auth/users/{id}',
  needs: 'users.read',
  kinds: visits,
  screens: userScreens,
  summary: 'Returns one user with groups, permissions, counts, active sessions and the actions the caller may take.',
  input: z.strictObject({ id }),
  output: userDetail,
  errors: ['not_found'],
});

/** One author's records; `system` are those of jobs. */
const historyAuthor = z.optional(z.union([id, z.literal('system')]));

export const userHistory = endpoint({
  method: 'GET',
  path: '/api/auth/users/{id}/history',
  needs: 'users.read',
  kinds: visits,
  screens: userScreens,
  summary: 'Lists who changed this user, when, on whose behalf, and the previous values, newest first.',
  input: z.strictObject({ id, page: listInput(userSorts).page, by: historyAuthor }),
  output: z.object({
    /** Who changed this user, for the filter; jobs have no author. */
    authors: z.array(z.object({ id: z.string(), name: z.string() })),
    items: z.array(
      z.object({
        id: z.string(),
        at: instant,
        /** Null where a job did it. */
        who: z.nullable(z.string()),
        /** The actual user, where `who` was acted as by another. */
        actor: z.nullable(z.string()),
        what: z.string(),
        before: z.record(z.string(), z.unknown()),
        after: z.record(z.string(), z.unknown()),
        address: z.nullable(z.string()),
      }),
    ),
    more: z.boolean(),
  }),
  errors: ['not_found'],
});

export const exportUserHistory = endpoint({
  method: 'GET',
  path: '/api/auth/users/{id}/history/export',
  needs: 'users.read',
  screens: userScreens,
  summary: 'Exports the same history as text rows, with exact times.',
  input: z.strictObject({ id, by: historyAuthor, ...filePart }),
  output: tableFile,
  errors: ['not_found'],
});

export const addUser = endpoint({
  method: 'POST',
  path: '/api/auth/users',
  needs: 'users.edit',
  kinds: visits,
  screens: userScreens,
  summary: 'Adds a user; if `invite` is omitted, the setting send_email_register_user decides whether they are invited.',
  input: z.strictObject({ ...personFields, status: z._default(z.enum(['A', 'T', 'D']), 'A'), invite: z.optional(flag) }),
  output: z.object({ id: z.string(), version: z.number(), invited: z.boolean() }),
  errors: [...addRefusals, 'not_found', 'gives_more', 'changed_meanwhile'],
});

export const editUser = endpoint({
  method: 'PUT',
  path: '/api/auth/users/{id}',
  needs: 'users.edit',
  kinds: visits,
  screens: userScreens,
  summary:
    'Updates a user at the given version. A new e-mail address for a user who has accepted is refused unless `reinvite` unlinks ' +
    'their account and invites the new address.',
  input: z.strictObject({ id, version, ...changed(personFields), reinvite: z._default(z.boolean(), false) }),
  output: z.object({ id: z.string(), version: z.number(), invited: z.boolean() }),
  errors: [
    ...addRefusals.slice(0, 2),
    'not_found',
    'changed_meanwhile',
    'email_of_account',
    'last_administrator',
    'own_person',
    'gives_more',
  ],
});
