/** Limits of automatic actions (BEHAVIOUR 1). */
export const taskLimits = {
  /** A run that is later than this many minutes is missed. */
  lateMinutes: 15,
  /** Consecutive failed runs after which a task is suspended. */
  failures: 3,
  /** Minutes after each failed attempt of a run. */
  retryMinutes: [1, 5, 15],
  /** Fewer minutes between two runs than this aren't offered. */
  everyMinutes: 15,
} as const;
