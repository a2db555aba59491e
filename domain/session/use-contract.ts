import * as z from 'zod/mini';
import { viewing } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { flag, id, instant, nothing } from '../contract/fields.ts';

export const markUse = endpoint({
  method: 'POST',
  path: '/api/refresh/log/auth',
  needs: 'session.keep',
  kinds: viewing,
  // A visit ends at its own time: its call only reads it.
  reads: true,
  summary:
    'Marks the sign-in record of this session as still active and returns when it ends (Spec 7); with `used` N it only returns the end.',
  input: z.strictObject({ used: z._default(flag, 'S') }),
  output: z.object({
    /** When it ends unless it is used. */
    endsAt: instant,
    /** When it ends in any case. */
    lastAt: instant,
    serverNow: instant,
  }),
  errors: ['session_gone'],
});

export const ownSessions = endpoint({
  method: 'GET',
  path: '/api/auth/account/sessions',
  needs: 'account.own',
  summary: 'Lists the caller’s active sessions in every unit of their account, this one first.',
  input: nothing,
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        unit: z.string(),
        at: instant,
        lastSeen: instant,
        address: z.nullable(z.string()),
        agent: z.nullable(z.string()),
        way: z.string(),
        /** What proved the user's identity: the account's own secret, or only the unit. */
        vouched: z.enum(['account', 'unit']),
        mine: z.boolean(),
      }),
    ),
  }),
});

export type OwnSession = z.infer<typeof ownSessions.output>['items'][number];

export const endOwnSessions = endpoint({
  method: 'POST',
  path: '/api/auth/account/sessions/end',
  needs: 'account.own',
  summary:
    'Ends one of the caller’s sessions or, without an id, all others in every unit, and then forgets the other remembered devices; never the calling session.',
  input: z.strictObject({ id: z.optional(id) }),
  output: z.object({ ended: z.number() }),
  errors: ['not_found'],
});
