import * as z from 'zod/mini';
import { visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { instant, nothing } from '../contract/fields.ts';
import { needKinds, stepNames } from './steps.ts';

const step = z.object({
  name: z.enum(stepNames),
  done: z.boolean(),
  /** How many items the step is about. */
  count: z.number(),
});
export type OverviewStep = z.infer<typeof step>;

const need = z.object({
  kind: z.enum(needKinds),
  /** How many wait, where it isn't a single named item. */
  count: z.number(),
  id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  at: z.nullable(instant),
});
export type OverviewNeed = z.infer<typeof need>;

const entry = z.object({
  id: z.string(),
  unit: z.object({ id: z.string(), name: z.string() }),
  state: z.enum(['requested', 'authorized', 'active', 'refused', 'expired', 'cancelled', 'ended']),
  /** The user whose view it was; null as an administrator. */
  person: z.nullable(z.string()),
  /** Who approved it in the unit; null where approval wasn't needed. */
  allowedBy: z.nullable(z.string()),
  refusal: z.nullable(z.string()),
  minutes: z.nullable(z.number()),
  at: instant,
});
export type OverviewEntry = z.infer<typeof entry>;

export const readOverview = endpoint({
  method: 'GET',
  path: '/api/auth/overview',
  needs: 'overview.read',
  screens: ['dashboard'],
  kinds: visits,
  summary: 'Returns the open set-up steps of a unit or partner, what waits for its administrators, and the partner’s latest visits.',
  input: nothing,
  output: z.object({
    steps: z.array(step),
    needs: z.array(need),
    /** `tree`: of a partner and all its units, which share the limit. */
    seats: z.object({ used: z.number(), limit: z.nullable(z.number()), tree: z.boolean() }),
    /** Users who may sign in, and those who did within 30 days. */
    people: z.object({ all: z.number(), recent: z.number() }),
    reports: z.number(),
    /** The caller's last visits to units; empty where there are none below. */
    entries: z.array(entry),
  }),
});
export type Overview = z.infer<typeof readOverview.output>;
