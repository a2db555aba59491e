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
  /** Hours for which a notice of a task is shown at most. */
  noticeHours: 720,
  nameLength: 120,
  /** Triggers of a task, and times of a day in one of them. */
  triggers: 10,
  times: 24,
  /** Tasks and holidays of a business unit. */
  tasks: 500,
  holidays: 200,
  /** How long a task is active unless its form says otherwise. */
  activeDays: 365,
  /** Days before its end on which the owner is notified. */
  endNotices: [30, 7, 1],
  /** How long runs are kept. */
  runDays: 90,
} as const;
