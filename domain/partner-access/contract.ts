import * as z from 'zod/mini';
import { visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { done, id, instant, nothing, optionalText, version, whole } from '../contract/fields.ts';
import { longest, visitMinutes } from '../remote-access/limits.ts';
import { reach } from '../remote-access/wait-contract.ts';
import { changeAnswer } from '../session/contract.ts';
import { standingHours, switchMinutes } from './limits.ts';

const wish = {
  company: id,
  /** The user to view as; without it the unit is entered as an administrator. */
  user: z.optional(id),
  reason: optionalText(longest.reason),
  ticket: optionalText(longest.ticket),
  reach: z._default(reach, 'act'),
  minutes: z.optional(whole(visitMinutes.least, switchMinutes.hard)),
};

/** Spec 4 and 7: if approval is needed, it answers `wait_authorization` and the page that waits; otherwise entry is immediate. */
const switched = z.union([
  z.object({
    status: z.literal('ok'),
    message: z.literal('wait_authorization'),
    redirect: z.string(),
    intended: z.string(),
    token: z.string(),
  }),
  z.object({ ...changeAnswer.shape, message: z.null(), redirect: z.null(), intended: z.string() }),
]);
const refusals = ['not_found', 'partner_role', 'partner_closed', 'remote_off', 'function_disabled', 'factor_stale'] as const;

export const toAdmin = endpoint({
  method: 'POST',
  path: '/api/auth/change/partner/to/admin',
  needs: 'units.enter',
  screens: ['companies'],
  summary:
    'Requests a partner’s visit to one of its units, as administrator or as one of its users; asks for the approval that is required (Spec 7, BEHAVIOUR 13).',
  input: z.strictObject(wish),
  output: switched,
  errors: [...refusals],
});

export const toAdminAtOnce = endpoint({
  method: 'POST',
  path: '/api/auth/change/partner/to/admin/no/verify',
  needs: 'units.enter',
  screens: ['companies'],
  summary:
    'Starts the same visit without asking an administrator; viewing as a user still needs that user’s approval. Refused where the ' +
    'unit requires approval (Spec 4, 7).',
  input: z.strictObject(wish),
  output: switched,
  errors: [...refusals, 'partner_verify'],
});

export const enterUnit = endpoint({
  method: 'POST',
  path: '/api/auth/change/partner/enter',
  needs: 'units.enter',
  summary: 'Enters the unit within 5 minutes of the approval: returns its domain and a one-time token for /change/company/{token}.',
  input: z.strictObject({ token: z.string().check(z.regex(/^[\w-]{43}$/, 'invalid')) }),
  output: changeAnswer,
  errors: ['not_found', 'remote_over', 'factor_stale'],
});

export const backToPartner = endpoint({
  method: 'POST',
  path: '/api/auth/change/back/partner',
  needs: 'signedIn',
  kinds: visits,
  reads: true,
  summary: 'Ends the visit and returns to the partner’s own portal, where its session is still active (Spec 4 and 7).',
  input: nothing,
  output: z.object({ redirect: z.nullable(z.string()), intended: z.string() }),
});

const enterable = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(['admin', 'user', 'billing']),
  /** Whether an administrator of the unit has to approve. */
  verify: z.boolean(),
  status: z.enum(['invited', 'active', 'suspended', 'closed']),
  enteredAt: z.nullable(instant),
});
export type Enterable = z.infer<typeof enterable>;

export const listEnterable = endpoint({
  method: 'GET',
  path: '/api/auth/partner/units',
  needs: 'units.enter',
  screens: ['companies'],
  summary: 'Lists the units a partner may visit, the last one visited first; searches by prefix of the name.',
  input: z.strictObject({ search: z.optional(z.string().check(z.trim(), z.maxLength(100, 'too_long'))) }),
  output: z.object({ units: z.array(enterable) }),
});

export const findPeople = endpoint({
  method: 'GET',
  path: '/api/auth/partner/people',
  needs: 'units.enter',
  screens: ['companies'],
  summary: 'Lists the users of a unit a partner may ask to view as: those who allow it, where the unit allows it.',
  input: z.strictObject({ company: id, search: z.optional(z.string().check(z.trim(), z.maxLength(100, 'too_long'))) }),
  output: z.object({ people: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })) }),
});

const relation = z.object({
  id: z.string(),
  partner: z.string(),
  role: z.enum(['admin', 'user', 'billing']),
  verify: z.boolean(),
  status: z.enum(['invited', 'active', 'suspended', 'ended']),
  until: z.nullable(instant),
  standingUntil: z.nullable(instant),
  setBy: z.nullable(z.string()),
  inside: z.number(),
  version: z.number(),
});
export type Relation = z.infer<typeof relation>;

export const listRelations = endpoint({
  method: 'GET',
  path: '/api/auth/partner/access',
  needs: 'remote.decide',
  summary: 'Returns what the partner may do in this unit, who set it, and how many of its people are visiting now.',
  input: nothing,
  output: z.object({ relations: z.array(relation) }),
});

export const setRelation = endpoint({
  method: 'PUT',
  path: '/api/auth/partner/access/{id}',
  needs: 'remote.decide',
  summary: 'Updates partner access: whether approval is required, pre-approval for some hours, suspending, resuming or ending it.',
  input: z.strictObject({
    id,
    version,
    action: z.enum(['verify', 'stand', 'suspend', 'resume', 'end']),
    verify: z.optional(z.boolean()),
    hours: z.optional(whole(0, standingHours)),
  }),
  output: done,
  errors: ['not_found', 'changed_meanwhile', 'required'],
});
