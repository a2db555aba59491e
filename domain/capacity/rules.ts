/** Who may wake a paused capacity: everyone who sees a report on it, or people with the flag `wake`. */
export const wakeBys = ['everyone', 'flagged'] as const;
export type WakeBy = (typeof wakeBys)[number];

/** What named shifts are for: a capacity, people's access hours, or agents on duty. */
export const shiftPurposes = ['capacity', 'access', 'on_duty'] as const;
export type ShiftPurpose = (typeof shiftPurposes)[number];

/**
 * What the log of a capacity records: it started, paused or changed size; it stayed on though a rule said pause; a pause by hand was
 * refused because of running work; a change made outside of the portal; Azure refused or took too long; a budget's share was reached; rules
 * changed.
 */
export const logKinds = ['on', 'off', 'size', 'kept', 'pause_refused', 'external', 'problem', 'budget', 'rules', 'owner'] as const;
export type LogKind = (typeof logKinds)[number];

/**
 * Why a capacity couldn't be observed or changed: the service's codes, an account that is switched off or gone, a change that Azure took on
 * and never finished, a state that alternates between two looks, and one that Azure itself calls failed.
 */
export const capacityProblems = [
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
  'throttled',
  'bad_request',
  'unavailable',
  'timeout',
  'account_disabled',
  'stuck',
  'flapping',
  'failed',
] as const;
export type CapacityProblem = (typeof capacityProblems)[number];

/** What a pause would interrupt; refreshes are null where the service doesn't say which run. */
type Running = { refreshes: number | null; exports: number; viewers: number };
/** Whether a pause interrupts nothing. Refreshes that the service doesn't say count as running: a person confirms that they may end. */
export const isFree = ({ refreshes, exports, viewers }: Running): boolean => refreshes === 0 && exports === 0 && viewers === 0;

/** The sizes that Azure offers for each kind. */
export const sizesOfKind = {
  embedded: ['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7', 'A8'],
  fabric: ['F2', 'F4', 'F8', 'F16', 'F32', 'F64', 'F128', 'F256', 'F512', 'F1024', 'F2048'],
} as const;
