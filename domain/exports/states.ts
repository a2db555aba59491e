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
