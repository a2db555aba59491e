import type { ExportStateName } from './contract.ts';

/** A step works on it at the service. */
export const runningStates = ['running', 'finishing'] as const satisfies ExportStateName[];
/** Running, or in line. */
export const activeStates = ['queued', ...runningStates] as const satisfies ExportStateName[];
/** It came to nothing or its file is gone, so that it can be started again. */
export const retriableStates = ['failed', 'cancelled', 'expired'] as const satisfies ExportStateName[];
/** Nothing more happens to it by itself. */
export const endedStates = ['ready', ...retriableStates] as const satisfies ExportStateName[];

export const isRetriable = (state: ExportStateName): boolean => retriableStates.some((known) => known === state);
