import type { Refusal } from '../errors/refusal.ts';
import type { ExportStateName } from './contract.ts';

/** A step is working on it at the service. */
export const runningStates = ['running', 'finishing'] as const satisfies ExportStateName[];
/** Running, or in line. */
export const activeStates = ['queued', ...runningStates] as const satisfies ExportStateName[];
/** It failed or its file is gone, so it can be started again. */
export const retriableStates = ['failed', 'cancelled', 'expired'] as const satisfies ExportStateName[];
/** It doesn't change by itself any more. */
export const endedStates = ['ready', ...retriableStates] as const satisfies ExportStateName[];

export const isRetriable = (state: ExportStateName): boolean => retriableStates.some((known) => known === state);

type Stored = { state: ExportStateName } | undefined;
const refuseUnless =
  (states: readonly ExportStateName[]) =>
  (own: Stored): Refusal | null => {
    if (!own) return { refused: 'not_found' };
    return states.includes(own.state) ? null : { refused: 'export_over' };
  };
/** Only what is running or in line is cancelled, and only what has ended is removed; `own` is the user's own export. */
export const refuseCancel = refuseUnless(activeStates);
export const refuseRemove = refuseUnless(endedStates);
