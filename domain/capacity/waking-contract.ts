import * as z from 'zod/mini';
import { viewing } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { done, flag, id, instant } from '../contract/fields.ts';
import { holders } from './waiting.ts';

// Viewers at a paused capacity (BEHAVIOUR 2): waking it, waiting for it, and asking for an opening.

const waiting = z.object({
  /** `gone`: the report no longer needs waiting for, or isn't visible any more. */
  state: z.enum(['running', 'starting', 'closed', 'not_allowed', 'failed', 'gone']),
  /** Seconds since it was woken, and the median of its last starts; null without any. */
  seconds: z.nullable(z.number()),
  usualSeconds: z.nullable(z.number()),
  /** People of the caller's own unit who wait, the caller included. */
  waiters: z.number(),
  /** When it next opens by itself. */
  opensAt: z.nullable(instant),
  /** What keeps it paused although people wait; null where nothing does. People and tasks aren't named. */
  held: z.nullable(z.object({ by: z.enum(holders), until: z.nullable(instant) })),
  zone: z.string(),
  /** The unit's own words for people who wait; empty where it has none. */
  text: z.string(),
  tell: flag,
  /** When the caller may ask for an opening again; null: now. */
  askAgainAt: z.nullable(instant),
});
export type Waiting = z.infer<typeof waiting>;

export const wakeReport = endpoint({
  method: 'POST',
  path: '/api/auth/reports/{id}/wake',
  needs: 'reports.view',
  kinds: viewing,
  reads: true,
  summary:
    'Wakes the paused capacity of a report if the caller may, and waits for it; one start serves everyone. `tell` asks for a notification.',
  input: z.strictObject({ id, tell: z._default(flag, 'N') }),
  output: waiting,
  errors: ['not_found'],
});

export const followWake = endpoint({
  method: 'GET',
  path: '/api/auth/reports/{id}/wake',
  needs: 'reports.view',
  kinds: viewing,
  summary: 'Says how far the capacity of a report is.',
  input: z.strictObject({ id }),
  output: waiting,
  errors: ['not_found'],
});

export const askOpening = endpoint({
  method: 'POST',
  path: '/api/auth/reports/{id}/ask-opening',
  needs: 'reports.view',
  kinds: viewing,
  summary: 'Asks the administrators to open a capacity outside of its hours, at most once an hour.',
  input: z.strictObject({ id }),
  output: z.object({ askAgainAt: instant }),
  errors: ['not_found', 'opening_asked'],
});

export const keepViewing = endpoint({
  method: 'POST',
  path: '/api/auth/reports/{id}/keep-viewing',
  needs: 'reports.view',
  kinds: viewing,
  reads: true,
  summary: 'Keeps a capacity on that is about to pause because no one uses it.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found'],
});
