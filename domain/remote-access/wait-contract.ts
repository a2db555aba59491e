import * as z from 'zod/mini';
import { endpoint } from '../contract/endpoint.ts';

import { loginAnswer } from '../session/contract.ts';

export const reach = z.enum(['view', 'act']);
const states = ['requested', 'authorized', 'active', 'refused', 'expired', 'cancelled', 'ended'] as const;
export const state = z.enum(states);
export type State = (typeof states)[number];
export const via = z.enum(['remote', 'view', 'partner']);

const token = z.string().check(z.regex(/^[\w-]{43}$/, 'invalid'));
const gate = z.enum(['open', 'waiting', 'passed']);

/** What the asker's page shows while it waits; `kind` says whether a user's account or, for a partner, a unit is entered. */
const waiting = z.object({
  id: z.string(),
  kind: via,
  state,
  person: z.nullable(z.string()),
  tenant: z.object({ id: z.string(), name: z.string() }),
  reason: z.string(),
  ticket: z.nullable(z.string()),
  reach,
  minutes: z.number(),
  /** What blocks it: `open` where no approval is needed. */
  gates: z.object({ admin: gate, person: gate }),
  refusal: z.nullable(z.string()),
  askedAt: z.string(),
  answerBy: z.string(),
  enterBy: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  serverNow: z.string(),
});
export type Waiting = z.infer<typeof waiting>;

export const readWait = endpoint({
  method: 'GET',
  path: '/api/auth/remote/wait/{token}',
  needs: 'signedIn',
  summary: 'Returns the state of the caller’s request by the token of its waiting page (Spec 2, BEHAVIOUR 8 and 13).',
  input: z.strictObject({ token }),
  output: waiting,
  errors: ['not_found'],
});

export const cancelWait = endpoint({
  method: 'POST',
  path: '/api/auth/remote/wait/{token}/cancel',
  needs: 'signedIn',
  summary: 'Cancels a request that hasn’t been entered yet; a finished one is left unchanged.',
  input: z.strictObject({ token }),
  output: z.object({ state }),
  errors: ['not_found'],
});

export const enterWait = endpoint({
  method: 'POST',
  path: '/api/auth/remote/wait/{token}/enter',
  needs: 'remote.ask',
  summary: 'Enters the approved session once, within 5 minutes: returns a sign-in answer whose token carries `act`.',
  input: z.strictObject({ token }),
  output: loginAnswer,
  errors: ['not_found', 'remote_over'],
});
