import * as z from 'zod/mini';
import { ownAndPartner, ownOnly, visits } from '../access/session-kinds.ts';
import { clockTime, weekday } from '../automatic-actions/contract.ts';
import { endpoint } from '../contract/endpoint.ts';
import { changed, done, flag, id, nameText, text, version, whole } from '../contract/fields.ts';
import type { ShiftField } from './fields.ts';
import { capacityLimits } from './limits.ts';
import { shiftPurposes } from './rules.ts';

// Named weekly windows (Spec 3, Shift): of a capacity, of access hours, of agents on duty.

const fields = {
  name: nameText(capacityLimits.nameLength),
  days: z.array(weekday).check(z.minLength(1, 'required'), z.maxLength(7, 'too_long')),
  /** An end at or before the start means the next day. */
  starts: clockTime,
  ends: clockTime,
  autoActivate: z._default(flag, 'S'),
  autoPause: z._default(flag, 'S'),
  /** Null takes the capacity's. */
  idleMinutes: z._default(z.nullable(whole(capacityLimits.idleMinutes.least, capacityLimits.idleMinutes.most)), null),
  useSchedule: z._default(flag, 'S'),
  size: z._default(z.nullable(text(20)), null),
} satisfies Record<ShiftField, z.ZodMiniType>;

/** The capacity's name, where the shift is the first to pause it for being idle. */
const confirm = z.optional(text(200));

const shiftRow = z.object({
  id: z.string(),
  purpose: z.enum(shiftPurposes),
  capacityId: z.nullable(z.string()),
  name: z.string(),
  days: z.array(weekday),
  starts: clockTime,
  ends: clockTime,
  autoActivate: flag,
  autoPause: flag,
  idleMinutes: z.nullable(z.number()),
  useSchedule: flag,
  size: z.nullable(z.string()),
  /** People it is attached to; 0 for a capacity's. */
  people: z.number(),
  version: z.number(),
});
export type ShiftRow = z.infer<typeof shiftRow>;

const common = { needs: 'automation.manage', kinds: visits, screens: ['auto_actions', 'powerbi/resources'] } as const;
/** In a partner's visit only a capacity's shifts: the others decide when people may sign in. */
const writes = { ...common, kinds: ownAndPartner } as const;

export const listShifts = endpoint({
  method: 'GET',
  path: '/api/auth/shifts',
  ...common,
  screens: ['auto_actions', 'powerbi/resources', 'user'],
  summary: 'Lists the unit’s shifts by name: all, those of one purpose, or those of one capacity.',
  input: z.strictObject({ purpose: z.optional(z.enum(shiftPurposes)), capacity: z.optional(id) }),
  output: z.object({ items: z.array(shiftRow), zone: z.string() }),
});

export const addShift = endpoint({
  method: 'POST',
  path: '/api/auth/shifts',
  ...writes,
  summary: 'Adds a shift; refuses one that wants something else than another shift of the same capacity at the same time, and names it.',
  input: z.strictObject({ purpose: z.enum(shiftPurposes), capacityId: z._default(z.nullable(id), null), ...fields, confirm }),
  output: z.object({ id: z.string() }),
  errors: ['not_found', 'shift_overlaps', 'shift_limit', 'capacity_reserved', 'capacity_confirm', 'factor_due'],
});
export type NewShift = z.output<typeof addShift.input>;

export const editShift = endpoint({
  method: 'PUT',
  path: '/api/auth/shifts/{id}',
  ...writes,
  summary: 'Changes a shift; the access hours of people it is attached to change with it.',
  input: z.strictObject({ id, version, ...changed(fields), confirm }),
  output: z.object({ id: z.string(), version: z.number() }),
  errors: ['not_found', 'shift_overlaps', 'capacity_elsewhere', 'capacity_reserved', 'capacity_confirm', 'changed_meanwhile', 'factor_due'],
});
export type ShiftEdit = z.output<typeof editShift.input>;

export const removeShift = endpoint({
  method: 'DELETE',
  path: '/api/auth/shifts/{id}',
  ...writes,
  summary:
    'Deletes a shift. Where people’s access hours are this shift alone, `without` says what holds then: always, or its windows as their own.',
  input: z.strictObject({ id, without: z.optional(z.enum(['always', 'keep'])) }),
  output: done,
  errors: ['not_found', 'shift_in_use', 'capacity_elsewhere', 'factor_due'],
});

export const copyShift = endpoint({
  method: 'POST',
  path: '/api/auth/shifts/{id}/copy',
  ...writes,
  summary: 'Lets a shift hold on more days.',
  input: z.strictObject({ id, version, days: fields.days }),
  output: z.object({ id: z.string(), version: z.number() }),
  errors: ['not_found', 'shift_overlaps', 'capacity_elsewhere', 'changed_meanwhile', 'factor_due'],
});

export const readUserShifts = endpoint({
  method: 'GET',
  path: '/api/auth/users/{id}/shifts',
  needs: 'users.read',
  kinds: visits,
  screens: ['user'],
  summary: 'Returns the shifts attached to a person, and the access shifts there are.',
  input: z.strictObject({ id }),
  output: z.object({
    attached: z.array(z.string()),
    items: z.array(shiftRow),
    own: z.nullable(z.array(z.object({ days: z.array(z.number()), from: clockTime, to: clockTime }))),
    version: z.number(),
  }),
  errors: ['not_found'],
});

export const saveUserShifts = endpoint({
  method: 'PUT',
  path: '/api/auth/users/{id}/shifts',
  needs: 'users.edit',
  kinds: ownOnly,
  screens: ['user'],
  summary: 'Attaches shifts to a person; access hours are the person’s own windows and these. Detaching the last one says what holds then.',
  input: z.strictObject({
    id,
    version,
    shifts: z.array(id).check(z.maxLength(capacityLimits.shiftsOfPerson, 'too_long')),
    without: z.optional(z.enum(['always', 'keep'])),
  }),
  output: z.object({ version: z.number() }),
  errors: ['not_found', 'shift_in_use', 'changed_meanwhile', 'factor_due', 'gives_more'],
});
