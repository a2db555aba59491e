import * as z from 'zod/mini';
import { ownOnly, visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { changed, done, flag, givenInstant, id, instant, queryInt, text, version, whole } from '../contract/fields.ts';
import { winners } from './desired.ts';
import type { RuleField } from './fields.ts';
import { capacityLimits } from './limits.ts';
import { mismatches } from './matching.ts';
import { logKinds, wakeBys } from './rules.ts';

// Controlled capacities (Spec 3, Resource and Task; BEHAVIOUR 2): registering one, its rules, its state and what it costs.

const state = z.enum(['running', 'paused', 'starting', 'stopping', 'resizing', 'failed', 'unknown']);
const size = text(20);
const vars = z.record(z.string(), z.string());

const fields = {
  followShifts: z._default(flag, 'S'),
  autoPause: z._default(flag, 'N'),
  idleMinutes: z._default(whole(capacityLimits.idleMinutes.least, capacityLimits.idleMinutes.most), 20),
  forceStop: z._default(flag, 'N'),
  wakeOutside: z._default(flag, 'N'),
  wakeBy: z._default(z.enum(wakeBys), 'everyone'),
  wakeForRefreshes: z._default(flag, 'N'),
  paidByReservation: z._default(flag, 'N'),
  baseSize: size,
  /** Cents an hour by size. */
  prices: z._default(z.record(z.string().check(z.regex(/^[A-Za-z0-9]{1,20}$/, 'invalid')), whole(0, 100_000_000)), {}),
  currency: z._default(z.enum(['BRL', 'EUR', 'USD', 'GBP']), 'BRL'),
  budgetCents: z._default(z.nullable(whole(1, 2_000_000_000)), null),
  budgetStop: z._default(flag, 'N'),
} satisfies Record<RuleField, z.ZodMiniType>;
const rules = z.object({ ...fields });
export type RuleFields = z.output<typeof rules>;

/** What everyone who reaches a capacity may know of it. */
const facts = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['embedded', 'fabric']),
  resourceGroup: z.string(),
  region: z.string(),
  /** Whether the caller may change it: its owner, and the platform. */
  controls: flag,
  /** Null where no unit controls it. Other units' names are shown to the platform only; `other` to the rest. */
  owner: z.nullable(z.string()),
  ownedByOther: flag,
  state,
  size: z.nullable(z.string()),
  observedAt: z.nullable(instant),
  /** The service's refusal, if it couldn't be observed or changed. */
  problem: z.nullable(z.string()),
  /** The rule that decided, what its sentence names, and until when it holds. */
  reason: z.nullable(z.enum([...winners, 'external'])),
  reasonVars: vars,
  reasonUntil: z.nullable(instant),
  since: z.nullable(instant),
  /** Since when it has its size, where it was resized while on. */
  sizeSince: z.nullable(instant),
  pauseAt: z.nullable(instant),
  operation: z.nullable(z.enum(['resume', 'suspend', 'resize'])),
  /** People of the caller's unit who look or wait now; of all units for its owner. */
  viewers: z.number(),
  waiters: z.number(),
});
export type CapacityFacts = z.infer<typeof facts>;

const money = z.nullable(z.object({ spentCents: z.number(), alwaysOnCents: z.number(), savedCents: z.number() }));

export const readCapacity = endpoint({
  method: 'GET',
  path: '/api/auth/resources/{id}',
  needs: 'service.manage',
  kinds: visits,
  screens: ['powerbi/resources'],
  summary:
    'Returns a controlled capacity: state and reason for every member, rules, override, wider demand and workspaces for its owner and the platform.',
  input: z.strictObject({ id }),
  output: z.object({
    ...facts.shape,
    rules: z.nullable(rules),
    override: z.nullable(
      z.object({
        /** Null for a size alone. */
        state: z.nullable(z.enum(['running', 'paused'])),
        size: z.nullable(z.string()),
        until: instant,
        by: z.enum(['person', 'task', 'external']),
        name: z.nullable(z.string()),
      }),
    ),
    /** Sizes Azure offers for its kind. */
    sizes: z.array(z.string()),
    /** When the shifts decide again; null where they don't. */
    nextBoundary: z.nullable(instant),
    /** Median seconds of its last starts. */
    wakeSeconds: z.nullable(z.number()),
    /** Why it isn't known which of the service's capacities it is; null where it is, and for those who don't control it. */
    mismatch: z.nullable(z.enum(mismatches)),
    /** Then the ids to choose from. */
    ambiguous: z.array(z.object({ id: z.string(), name: z.string(), size: z.string() })),
    /** The other units whose accounts reach it, for the platform, which may move it. */
    members: z.optional(z.array(z.object({ tenantId: z.string(), name: z.string() }))),
    zone: z.string(),
    version: z.number(),
  }),
  errors: ['not_found'],
});
export type CapacityFull = z.infer<typeof readCapacity.output>;

export const listCapacities = endpoint({
  method: 'GET',
  path: '/api/auth/capacities',
  needs: 'service.browse',
  kinds: visits,
  screens: ['powerbi/resources', 'auto_actions'],
  summary: 'Lists the registered capacities that the unit reaches; all of them for the platform.',
  input: z.strictObject({}),
  output: z.object({
    items: z.array(
      z.object({
        ...facts.shape,
        armId: z.string(),
        rules: z.nullable(z.object({ baseSize: z.string(), idleMinutes: z.number(), followShifts: flag })),
      }),
    ),
  }),
});
export type CapacityRow = z.infer<typeof listCapacities.output>['items'][number];

export const registerCapacity = endpoint({
  method: 'POST',
  path: '/api/auth/resources',
  needs: 'service.manage',
  kinds: ownOnly,
  screens: ['powerbi/resources'],
  summary:
    'Registers a capacity of an account; needs the rights to write, suspend and resume it in Azure. The first unit owns it, others join it.',
  input: z.strictObject({ accountId: id, armId: text(500), serviceCapacityId: z.optional(z.nullable(text(100))) }),
  output: z.object({ id: z.string(), controls: flag, ambiguous: flag }),
  errors: ['not_found', 'capacity_rights', 'account_disabled', 'factor_due'],
});

export const saveCapacity = endpoint({
  method: 'PUT',
  path: '/api/auth/resources/{id}',
  needs: 'service.manage',
  kinds: ownOnly,
  screens: ['powerbi/resources'],
  summary:
    'Changes a capacity’s rules. Turning idle pauses on for the first time needs its name typed in `confirm`; a reservation refuses them.',
  input: z.strictObject({
    id,
    version,
    ...changed(fields),
    serviceCapacityId: z.optional(z.nullable(text(100))),
    confirm: z.optional(text(200)),
  }),
  output: z.object({ version: z.number() }),
  errors: ['not_found', 'capacity_elsewhere', 'capacity_reserved', 'capacity_confirm', 'changed_meanwhile'],
});

export const releaseCapacity = endpoint({
  method: 'DELETE',
  path: '/api/auth/resources/{id}',
  needs: 'service.manage',
  kinds: ownOnly,
  screens: ['powerbi/resources'],
  summary: 'Ends control of a capacity, which stays as it is in Azure; a member’s call ends its membership. `name` is its name, typed.',
  input: z.strictObject({ id, name: text(200) }),
  output: done,
  errors: ['not_found'],
});

const running = z.object({ refreshes: z.nullable(z.number()), exports: z.number(), viewers: z.number() });

export const resumeCapacity = endpoint({
  method: 'POST',
  path: '/api/auth/resources/{id}/resume',
  needs: 'service.manage',
  kinds: ownOnly,
  screens: ['powerbi/resources'],
  summary: 'Starts a capacity by hand; it stays on until the next start or end of a shift, or 8 hours.',
  input: z.strictObject({ id }),
  output: z.object({ until: instant }),
  errors: ['not_found', 'capacity_elsewhere', 'capacity_refused'],
});

export const suspendCapacity = endpoint({
  method: 'POST',
  path: '/api/auth/resources/{id}/suspend',
  needs: 'service.manage',
  kinds: ownOnly,
  screens: ['powerbi/resources'],
  summary:
    'Pauses a capacity by hand. Refused while work runs or people look, with what that is, unless `anyway`; `finished` pauses it when the work has ended.',
  input: z.strictObject({ id, when: z._default(z.enum(['free', 'finished', 'anyway']), 'free') }),
  output: z.object({ until: instant }),
  errors: ['not_found', 'capacity_elsewhere', 'capacity_busy', 'capacity_refused'],
});

export const resizeCapacity = endpoint({
  method: 'POST',
  path: '/api/auth/resources/{id}/resize',
  needs: 'service.manage',
  kinds: ownOnly,
  screens: ['powerbi/resources'],
  summary: 'Changes a capacity’s size by hand, until the next shift or task that names a size.',
  input: z.strictObject({ id, size }),
  output: done,
  errors: ['not_found', 'capacity_elsewhere', 'capacity_refused'],
});

export const endOverride = endpoint({
  method: 'POST',
  path: '/api/auth/resources/{id}/override',
  needs: 'service.manage',
  kinds: ownOnly,
  screens: ['powerbi/resources'],
  summary: 'Ends a change by hand now, or moves its end.',
  input: z.strictObject({ id, until: z.nullable(givenInstant) }),
  output: done,
  errors: ['not_found', 'capacity_elsewhere'],
});

export const dryRunCapacity = endpoint({
  method: 'POST',
  path: '/api/auth/resources/{id}/dry-run',
  needs: 'service.manage',
  kinds: visits,
  reads: true,
  screens: ['powerbi/resources'],
  summary:
    'Computes what changed rules and the present shifts would have cost with the demand of the last 30 days; says how many days there are.',
  input: z.strictObject({ id, ...changed(fields) }),
  output: z.object({
    days: z.number(),
    current: z.object({ onSeconds: z.number(), money, wakes: z.number(), closedSlots: z.number() }),
    changed: z.object({ onSeconds: z.number(), money, wakes: z.number(), closedSlots: z.number() }),
  }),
  errors: ['not_found', 'capacity_elsewhere'],
});

const logEntry = z.object({
  id: z.string(),
  at: instant,
  what: z.enum(logKinds),
  isOn: flag,
  size: z.string(),
  cause: z.string(),
  vars,
  /** The person who did it, for their own unit and the platform. */
  by: z.nullable(z.string()),
});
export type CapacityLogEntry = z.infer<typeof logEntry>;

export const readCapacityLog = endpoint({
  method: 'GET',
  path: '/api/auth/resources/{id}/log',
  needs: 'service.manage',
  kinds: visits,
  screens: ['powerbi/resources'],
  summary: 'Returns the decision log, newest first.',
  input: z.strictObject({ id, cursor: z.optional(z.string().check(z.maxLength(300, 'too_long'))), size: z.optional(queryInt(1, 100)) }),
  output: z.object({ items: z.array(logEntry), next: z.nullable(z.string()) }),
  errors: ['not_found'],
});

export const readCapacityLedger = endpoint({
  method: 'GET',
  path: '/api/auth/resources/{id}/ledger',
  needs: 'service.manage',
  kinds: visits,
  screens: ['powerbi/resources'],
  summary: 'Returns one month in the unit’s zone: hours on for each day by size, and money against the base size always on until now.',
  input: z.strictObject({ id, month: z.optional(z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'invalid'))) }),
  output: z.object({
    month: z.string(),
    currency: z.string(),
    days: z.array(
      z.object({
        day: z.string(),
        seconds: z.number(),
        cents: z.nullable(z.number()),
        sizes: z.array(z.object({ size: z.string(), seconds: z.number() })),
      }),
    ),
    onSeconds: z.number(),
    /** Null while a size that it is compared with or that was used has no price; `unpriced` names those. */
    money,
    unpriced: z.array(z.string()),
    /** The whole month at the base size; null without a price. */
    fullMonthCents: z.nullable(z.number()),
    budgetCents: z.nullable(z.number()),
    causes: z.array(z.object({ cause: z.string(), seconds: z.number() })),
  }),
  errors: ['not_found'],
});
export type Ledger = z.infer<typeof readCapacityLedger.output>;

export const readCapacityRisks = endpoint({
  method: 'GET',
  path: '/api/auth/resources/{id}/before-pause',
  needs: 'service.manage',
  kinds: visits,
  screens: ['powerbi/resources'],
  summary:
    'Says what to know before a pause: running work, workspaces of others, and the refreshes of the last 24 hours whose overage a pause would bill at once.',
  input: z.strictObject({ id }),
  output: z.object({
    running,
    /** Workspaces on it that the portal doesn't publish; null if the service doesn't list them. */
    otherWorkspaces: z.nullable(z.number()),
    /** Refreshes of the portal's models that ended on it within 24 hours; F capacities only. */
    refreshes: z.nullable(z.number()),
    paidByReservation: flag,
  }),
  errors: ['not_found', 'capacity_elsewhere'],
});
export type BeforePause = z.infer<typeof readCapacityRisks.output>;

export const readCapacityOverage = endpoint({
  method: 'GET',
  path: '/api/auth/resources/{id}/overage',
  needs: 'service.manage',
  kinds: visits,
  screens: ['powerbi/resources'],
  summary: 'Says whether Azure bills a capacity’s usage beyond its size, and up to how many capacity unit hours.',
  input: z.strictObject({ id }),
  /** Null if Azure doesn't say it. */
  output: z.object({ overage: z.nullable(z.object({ enabled: flag, hours: z.nullable(z.number()) })) }),
  errors: ['not_found', 'capacity_elsewhere'],
});

export const moveCapacity = endpoint({
  method: 'POST',
  path: '/api/auth/resources/{id}/owner',
  needs: 'capacity.move',
  kinds: ownOnly,
  screens: ['powerbi/resources'],
  summary: 'Moves control of a capacity to another member, with its shifts and tasks.',
  input: z.strictObject({ id, tenantId: id, version }),
  output: done,
  errors: ['not_found', 'changed_meanwhile'],
});
