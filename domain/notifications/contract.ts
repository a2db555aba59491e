import * as z from 'zod/mini';
import { viewing } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { done, id, instant, nothing, optionalText, queryInt } from '../contract/fields.ts';
import type { RichText } from '../rich-text/contract.ts';
import { languages } from '../session/languages.ts';
import { families } from './families.ts';
import { type NotificationKind, notificationKinds } from './kinds.ts';
import { problems } from './problems.ts';

const kinds = Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]]; // because there are kinds

const inboxViews = ['all', 'unread', 'deleted'] as const;
const inboxItem = z.object({
  id: z.string(),
  kind: z.string(),
  vars: z.record(z.string(), z.unknown()),
  link: z.nullable(z.string()),
  at: instant,
  read: z.boolean(),
  deleted: z.boolean(),
  /** The message it announces, as the reader gets it; the text itself is read by opening it. */
  message: z.nullable(z.object({ subject: z.string(), excerpt: z.string() })),
});

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/auth/notifications',
  needs: 'notifications.read',
  kinds: viewing,
  screens: ['notifications'],
  summary: 'Lists the caller’s notifications page by page, newest first; clients render the text from the kind and its values.',
  input: z.strictObject({
    view: z._default(z.enum(inboxViews), 'all'),
    family: z.optional(z.enum(families)),
    cursor: z.optional(z.string().check(z.maxLength(300, 'too_long'))),
    size: z.optional(queryInt(1, 100)),
  }),
  output: z.object({
    items: z.array(inboxItem),
    next: z.nullable(z.string()),
    counts: z.object({ all: z.number(), unread: z.number(), deleted: z.number() }),
  }),
});

export const countNotifications = endpoint({
  method: 'GET',
  path: '/api/auth/notifications/count',
  needs: 'notifications.read',
  kinds: viewing,
  screens: ['notifications'],
  summary:
    'Returns the caller’s unread count, polled once a minute by an open tab, whether remote/live has news, and whether a notice must be acknowledged.',
  input: nothing,
  output: z.object({
    unread: z.number(),
    remote: z.boolean(),
    /** A notice must be acknowledged; also in the configuration. */
    notice: z.boolean(),
  }),
});

export const changeNotifications = endpoint({
  method: 'POST',
  path: '/api/auth/notifications/change',
  needs: 'notifications.read',
  kinds: viewing,
  screens: ['notifications'],
  summary: 'Marks the caller’s notifications read or unread, deletes or restores them, all or none.',
  input: z.strictObject({
    action: z.enum(['read', 'unread', 'delete', 'restore']),
    ids: z.array(id).check(z.minLength(1, 'required'), z.maxLength(200, 'too_long')),
  }),
  output: z.object({ changed: z.number() }),
  errors: ['not_found'],
});

export const readAllNotifications = endpoint({
  method: 'POST',
  path: '/api/auth/notifications/read-all',
  needs: 'notifications.read',
  kinds: viewing,
  screens: ['notifications'],
  summary: 'Marks all of the caller’s notifications read; returns which were unread, for undo.',
  input: nothing,
  output: z.object({ ids: z.array(z.string()) }),
});

export const openMessage = endpoint({
  method: 'GET',
  path: '/api/auth/notifications/messages/{id}',
  needs: 'notifications.read',
  kinds: viewing,
  screens: ['notifications'],
  summary: 'Returns a message that the caller received, in their language or the one that it falls back to.',
  input: z.strictObject({ id }),
  output: z.object({
    notification: z.string(),
    language: z.enum(languages),
    subject: z.string(),
    /** Rich text, or the content of an imported document. */
    body: z.optional(z.custom<RichText>()),
    html: z.optional(z.string()),
    sender: z.string(),
    at: instant,
    read: z.boolean(),
    recalled: z.boolean(),
  }),
  errors: ['not_found'],
});

export const tellProblem = endpoint({
  method: 'POST',
  path: '/api/auth/problem',
  needs: 'reports.view',
  kinds: viewing,
  summary: 'Reports a problem to the administrators, with page, report and error code; the same problem once a day, at most ten a day.',
  input: z.strictObject({
    problem: z.enum(problems),
    report: z.optional(id),
    page: z.string().check(z.regex(/^\//, 'invalid'), z.maxLength(200, 'too_long')),
    code: z._default(z.string().check(z.regex(/^[\w-]{0,64}$/, 'invalid')), ''),
    note: optionalText(300),
  }),
  output: z.object({ told: z.enum(['now', 'before', 'often', 'nobody']), at: z.nullable(instant) }),
  errors: ['not_found'],
});

export const readMailChoices = endpoint({
  method: 'GET',
  path: '/api/auth/notifications/mail',
  needs: 'notifications.read',
  summary: 'Returns which kinds of notifications the caller gets by e-mail, and whether this unit sends any.',
  input: nothing,
  output: z.object({
    unitSends: z.boolean(),
    address: z.string(),
    kinds: z.array(z.object({ kind: z.enum(kinds), family: z.enum(families), mail: z.boolean() })),
  }),
});

export const saveMailChoices = endpoint({
  method: 'PUT',
  path: '/api/auth/notifications/mail',
  needs: 'notifications.read',
  summary: 'Sets for the given kinds whether the caller gets them by e-mail; omitted kinds are left unchanged.',
  input: z.strictObject({
    kinds: z
      .array(z.strictObject({ kind: z.enum(kinds), mail: z.boolean() }))
      .check(z.minLength(1, 'required'), z.maxLength(100, 'too_long')),
  }),
  output: done,
});
