import * as z from 'zod/mini';
import { viewing } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { done, givenInstant, id, instant, nothing, optionalText, text, whole } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import { switchMinutes } from '../partner-access/limits.ts';
import { loginAnswer } from '../session/contract.ts';
import { endings, longest, standingDays, visitMinutes } from './limits.ts';
import { reach, state, via } from './wait-contract.ts';

const screens = ['remote/authorization'];
const minutes = whole(visitMinutes.least, visitMinutes.most);

const requestRow = z.object({
  id: z.string(),
  kind: via,
  state,
  asker: z.object({ id: z.string(), name: z.string(), from: z.string() }),
  person: z.nullable(z.object({ id: z.string(), name: z.string() })),
  reason: z.string(),
  ticket: z.nullable(z.string()),
  reach,
  minutes: z.number(),
  askedAt: instant,
  answerBy: instant,
  decidedAt: z.nullable(instant),
  refusal: z.nullable(z.string()),
  startedAt: z.nullable(instant),
  endsAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  endedBy: z.nullable(z.enum(endings)),
  pages: z.number(),
  changes: z.number(),
  /** Whose approval is missing, and whether it is the caller's. */
  awaits: z.object({ admin: z.boolean(), person: z.boolean() }),
  mine: z.object({ decide: z.boolean(), end: z.boolean() }),
});
export type RequestRow = z.infer<typeof requestRow>;

export const ask = endpoint({
  method: 'POST',
  path: '/api/auth/remote/requests',
  needs: 'remote.ask',
  screens,
  summary: 'Requests remote access to the session of a user with a lower profile; returns the token of the waiting page (BEHAVIOUR 8).',
  input: z.strictObject({
    user: id,
    reason: text(longest.reason),
    ticket: optionalText(longest.ticket),
    reach: z._default(reach, 'view'),
    minutes: z._default(minutes, visitMinutes.usual),
  }),
  output: z.object({ id: z.string(), token: z.string(), state }),
  errors: ['not_found', 'remote_off', 'remote_profile', 'remote_not_allowed', 'remote_pending', 'remote_wait'],
});

export const findRemotePeople = endpoint({
  method: 'GET',
  path: '/api/auth/remote/people',
  needs: 'remote.ask',
  screens,
  summary: 'Lists the users whose session the caller may ask for: those with a lower profile who allow it.',
  input: z.strictObject({ search: z.optional(z.string().check(z.trim(), z.maxLength(100, 'too_long'))) }),
  output: z.object({ people: z.array(z.object({ id: z.string(), name: z.string(), department: z.nullable(z.string()) })) }),
  errors: ['remote_off'],
});

export const look = endpoint({
  method: 'POST',
  path: '/api/auth/remote/views',
  needs: 'remote.look',
  screens,
  summary:
    'Starts “View as”: an administrator sees what a user sees for 15 minutes, without approval; it is recorded and the user is notified (BEHAVIOUR 8).',
  input: z.strictObject({ user: id }),
  output: loginAnswer,
  errors: ['not_found', 'remote_off', 'remote_profile', 'remote_not_allowed', 'remote_over'],
});

const views = ['open', 'past', 'all'] as const;
const filters = {
  view: z._default(z.enum(views), 'all'),
  /** Which requests: of the whole unit (administrators), into my account, or the ones I made. */
  whose: z._default(z.enum(['unit', 'mine', 'asked']), 'mine'),
  kind: z.optional(via),
};
const list = listInput(['asked'] as const);

export const listRemote = endpoint({
  method: 'GET',
  path: '/api/auth/remote/requests',
  needs: 'remote.read',
  screens,
  summary: 'Lists requests and past visits: to the caller’s account, made by the caller, or of the unit for its administrators.',
  input: z.strictObject({ ...list, ...filters }),
  output: z.object({ ...page(requestRow).shape, counts: z.object({ open: z.number(), past: z.number(), all: z.number() }) }),
  errors: ['not_permitted'],
});

export const exportRemote = endpoint({
  method: 'GET',
  path: '/api/auth/remote/requests/export',
  needs: 'remote.read',
  screens,
  summary: 'Exports the same list for a CSV file; formula cells are prefixed.',
  input: z.strictObject({ search: list.search, sort: list.sort, ...filters, ...filePart }),
  output: tableFile,
  errors: ['not_permitted'],
});

export const readRemote = endpoint({
  method: 'GET',
  path: '/api/auth/remote/requests/{id}',
  needs: 'remote.read',
  screens,
  summary: 'Returns one request with the pages opened and the changes made; for the user, the visitor and administrators.',
  input: z.strictObject({ id }),
  output: z.object({
    ...requestRow.shape,
    opened: z.array(z.object({ at: instant, path: z.string(), title: z.string() })),
    changed: z.array(z.object({ at: instant, what: z.string(), name: z.nullable(z.string()) })),
  }),
  errors: ['not_found'],
});

export const decide = endpoint({
  method: 'POST',
  path: '/api/auth/remote/requests/{id}/{action}',
  needs: 'remote.read',
  summary: 'Approves a request (the approver may lower scope and duration), refuses it with a reason, or ends a running visit.',
  input: z.strictObject({
    id,
    action: z.enum(['allow', 'refuse', 'end']),
    reach: z.optional(reach),
    // A partner's visit may be longer than one into an account.
    minutes: z.optional(whole(visitMinutes.least, switchMinutes.hard)),
    reason: optionalText(longest.refusal),
  }),
  output: z.object({ state }),
  errors: ['not_found', 'remote_over', 'invalid_input', 'remote_off'],
});

const consent = z.object({
  /** The user's own permission, required for any request; and until when a standing consent makes asking unnecessary. */
  allow: z.boolean(),
  until: z.nullable(instant),
  /** The unit's settings: whether remote access is possible at all, and whether users are asked. */
  unit: z.object({ allows: z.boolean(), asks: z.boolean() }),
});

export const readConsent = endpoint({
  method: 'GET',
  path: '/api/auth/remote/consent',
  needs: 'remote.read',
  summary: 'Returns the caller’s remote-access consent and the unit’s policy.',
  input: nothing,
  output: consent,
});

export const saveConsent = endpoint({
  method: 'PUT',
  path: '/api/auth/remote/consent',
  needs: 'remote.read',
  summary: `Gives or withdraws the caller’s consent, optionally with standing approval for at most ${standingDays} days; withdrawing it ends a running visit.`,
  input: z.strictObject({ allow: z.boolean(), until: z.optional(z.nullable(givenInstant)) }),
  output: done,
  errors: ['invalid_input'],
});

const inside = z.object({
  id: z.string(),
  kind: via,
  asker: z.string(),
  person: z.nullable(z.string()),
  reason: z.string(),
  ticket: z.nullable(z.string()),
  reach,
  endsAt: instant,
});
export type Inside = z.infer<typeof inside>;

export const live = endpoint({
  method: 'GET',
  path: '/api/auth/remote/live',
  needs: 'signedIn',
  kinds: viewing,
  summary:
    'Returns the remote-access state for both sides: pending requests, visits in progress or just ended, and when to poll next. ' +
    'While nothing is open, the notification count says when to poll.',
  input: nothing,
  output: z.object({
    every: z.number(),
    serverNow: instant,
    /** Requests that wait for this user's answer: about their own account, or for the unit as one of its administrators. */
    asks: z.array(
      z.object({
        ...z.pick(requestRow, {
          id: true,
          kind: true,
          asker: true,
          person: true,
          reason: true,
          ticket: true,
          reach: true,
          minutes: true,
          answerBy: true,
        }).shape,
        gate: z.enum(['person', 'admin']),
      }),
    ),
    /** The visitors in this user's account; or, in an act-as session, that session itself. */
    inside: z.array(inside),
    over: z.array(z.object({ id: z.string(), asker: z.string(), minutes: z.number(), endedBy: z.nullable(z.enum(endings)) })),
  }),
});
