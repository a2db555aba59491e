import * as z from 'zod/mini';
import { userFlags } from '../access/profile.ts';
import { visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { flag, givenInstant, id, instant, optionalText } from '../contract/fields.ts';
import { addRefusals, personFields, userFilters, userScreens } from './contract.ts';
import { maxByFilter, maxNamed, maxNameLength, maxPictureBytes, maxReasonLength } from './limits.ts';
import { statuses } from './person.ts';
import { statusActions } from './transitions.ts';

// Actions on users outside their form: status, copy, removal, invitation, picture, and bulk actions.

export const setUserStatus = endpoint({
  method: 'PUT',
  path: '/api/auth/users/{id}/status',
  needs: 'users.edit',
  kinds: visits,
  screens: userScreens,
  summary: 'Sets a user’s status: active, inactive, blocked, unblocked or test; a stopped user is refused from their next call on.',
  input: z.strictObject({ id, action: z.enum(statusActions), reason: optionalText(maxReasonLength) }),
  output: z.object({ id: z.string(), status: z.enum(statuses), version: z.number() }),
  errors: ['not_found', 'user_limit_reached', 'last_administrator', 'own_person', 'changed_meanwhile'],
});

export const duplicateUser = endpoint({
  method: 'POST',
  path: '/api/auth/users/{id}/duplicate',
  needs: 'users.edit',
  kinds: visits,
  screens: userScreens,
  summary:
    'Adds a user with the groups, permissions, identity, grants and settings of another; name, e-mail address and phone number are given.',
  input: z.strictObject({ id, name: personFields.name, email: personFields.email, phone: personFields.phone, invite: z.optional(flag) }),
  output: z.object({ id: z.string(), version: z.number(), invited: z.boolean() }),
  errors: [...addRefusals, 'not_found', 'gives_more', 'changed_meanwhile'],
});

export const removeUser = endpoint({
  method: 'POST',
  path: '/api/auth/users/{id}/remove',
  needs: 'users.edit',
  kinds: visits,
  screens: userScreens,
  summary:
    'Removes a user whose name was typed to confirm (Spec 5): signed out at once, e-mail address free again, restorable for 30 days.',
  input: z.strictObject({ id, typed: z.string().check(z.maxLength(maxNameLength * 3, 'too_long')) }),
  output: z.object({ undoUntil: instant }),
  errors: ['not_found', 'last_administrator', 'own_person'],
});

export const restoreUser = endpoint({
  method: 'POST',
  path: '/api/auth/users/{id}/restore',
  needs: 'users.edit',
  kinds: visits,
  screens: userScreens,
  summary: 'Restores a removed user with their groups and grants, in their previous status.',
  input: z.strictObject({ id }),
  output: z.object({ id: z.string(), status: z.enum(statuses), version: z.number() }),
  errors: [...addRefusals, 'not_found'],
});

export const inviteUser = endpoint({
  method: 'POST',
  path: '/api/auth/users/{id}/invite',
  needs: 'users.edit',
  kinds: visits,
  screens: userScreens,
  summary: 'Sends or resends the invitation; an earlier link stops working.',
  input: z.strictObject({ id }),
  output: z.object({ invitedAt: instant }),
  errors: ['not_found', 'already_accepted', 'no_address', 'changed_meanwhile'],
});

export const endUserSessions = endpoint({
  method: 'POST',
  path: '/api/auth/users/{id}/sign_out',
  needs: 'users.edit',
  kinds: visits,
  screens: userScreens,
  summary: 'Ends every session of a user in this tenant and forgets their remembered browsers.',
  input: z.strictObject({ id }),
  output: z.object({ ended: z.number() }),
  errors: ['not_found', 'own_person'],
});

export const unlockUser = endpoint({
  method: 'POST',
  path: '/api/auth/users/{id}/unlock',
  needs: 'users.edit',
  kinds: visits,
  screens: userScreens,
  summary: 'Lifts the 30-minute lockout after five wrong passwords for a user in this tenant; returns whether there was one.',
  input: z.strictObject({ id }),
  output: z.object({ lifted: z.boolean() }),
  errors: ['not_found'],
});

export const pictureData = z.string().check(z.minLength(1, 'required'), z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'invalid'));
/** Base64 turns three bytes into four letters, plus some room for the JSON around it. */
export const pictureMaxBytes = Math.ceil(maxPictureBytes / 3) * 4 + 1024;

export const uploadUserPicture = endpoint({
  method: 'PUT',
  path: '/api/auth/users/{id}/picture',
  needs: 'users.edit',
  kinds: visits,
  screens: userScreens,
  summary: 'Sets a user’s picture (PNG, JPEG or WebP by content, base64); the previous one is deleted.',
  input: z.strictObject({ id, data: pictureData }),
  output: z.object({ picture: z.string(), version: z.number() }),
  errors: ['not_found', 'invalid_file', 'body_too_large'],
  maxBytes: pictureMaxBytes,
});

export const removeUserPicture = endpoint({
  method: 'DELETE',
  path: '/api/auth/users/{id}/picture',
  needs: 'users.edit',
  kinds: visits,
  screens: userScreens,
  summary: 'Removes a user’s picture; their initials are shown again. Idempotent.',
  input: z.strictObject({ id }),
  output: z.object({ version: z.number() }),
  errors: ['not_found'],
});

export const bulkActions = [
  ...statusActions,
  'addToGroup',
  'removeFromGroup',
  'setExpiry',
  'setFlag',
  'invite',
  'remove',
  'restore',
] as const;
export type BulkAction = (typeof bulkActions)[number];

export const changeUsers = endpoint({
  method: 'POST',
  path: '/api/auth/users/bulk',
  needs: 'users.edit',
  kinds: visits,
  screens: userScreens,
  summary: 'Applies one action to several users, by id or by the list’s filter. Users it can’t apply to are skipped and returned.',
  input: z.strictObject({
    action: z.enum(bulkActions),
    ids: z.optional(z.array(id).check(z.minLength(1, 'required'), z.maxLength(maxNamed, 'too_long'))),
    filter: z.optional(userFilters),
    /** How many users the caller saw: with a filter, any other number is refused. */
    expected: z.optional(z.int('invalid').check(z.minimum(1, 'invalid'), z.maximum(maxByFilter, 'too_many'))),
    userGroupId: z.optional(id),
    expiresAt: z.optional(z.nullable(givenInstant)),
    flag: z.optional(z.enum(userFlags)),
    on: z.optional(z.boolean()),
    reason: optionalText(maxReasonLength),
    /** To remove: the number of users, as text. */
    typed: z.optional(z.string().check(z.maxLength(20, 'too_long'))),
  }),
  output: z.object({
    changed: z.number(),
    unchanged: z.number(),
    /** The first fifty that were refused. */
    refused: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        reason: z.enum(['own_person', 'last_administrator', 'already_accepted', 'no_address', 'email_taken', 'phone_taken']),
      }),
    ),
    refusedCount: z.number(),
  }),
  errors: ['not_found', 'changed_meanwhile', 'user_limit_reached', 'gives_more'],
});
