import type { QueueKey } from './queues.ts';

/**
 * When a job is due: at every slot of `every` minutes, counted from minute `at` of the hour. The next tick makes up for missed slots:
 * `latest` runs once for all of them, `each` once for every one.
 */
export type Plan = { every: number; at: number; queue: QueueKey; missed: 'latest' | 'each' };

const everyMinute = { every: 1, at: 0, queue: 'work', missed: 'latest' } as const;
const quarterly = (at: number) => ({ ...everyMinute, every: 15, at });
const hourly = (at: number) => ({ ...everyMinute, every: 60, at });

/** The jobs in the order in which a tick asks for them. db/functions/due.sql holds what each of them asks the database. */
export const jobs = {
  'announce-and-close-windows': everyMinute,
  'claim-tasks': everyMinute,
  'read-data-times': everyMinute,
  'warn-of-secrets': quarterly(4),
  'warn-of-displays': quarterly(9),
  'resume-exports': everyMinute,
  'resume-user-imports': everyMinute,
  'remove-old-exports': everyMinute,
  'settle-addresses': everyMinute,
  'settle-remote': everyMinute,
  'expire-people': everyMinute,
  'warn-of-limits': everyMinute,
  'settle-requests': everyMinute,
  'tell-of-partners': hourly(12),
  'tell-of-trials': quarterly(2),
  'look-at-capacities': everyMinute,
  'tell-of-tasks': quarterly(6),
  'fan-out-mailings': everyMinute,
  'deliver-outbox': { ...everyMinute, queue: 'mail' },
  // Each slot counts its own day and the one before, so that an outage of days leaves no day uncounted.
  'count-usage': { ...hourly(7), missed: 'each' },
  'forget-user-imports': hourly(27),
  'forget-people': hourly(47),
  'forget-units': hourly(37),
  'forget-scim-log': hourly(57),
  sweep: hourly(17),
} as const satisfies Record<string, Plan>;
export type JobName = keyof typeof jobs;

export const jobNames = Object.keys(jobs) as JobName[]; // because Object.keys forgets the names
