import * as z from 'zod/mini';
import { type JobName, jobNames, jobs } from './plan.ts';
import { type QueueKey, queues } from './queues.ts';

const id = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));
const instant = z.iso.datetime();

/**
 * A queue message: "look now" at a tenant's outbox (or all of them), at mailings or at one row, or run a job for one of its slots. The rows
 * are the source of truth. `at` is when a tick asked for it; in tests it is the database's clock too.
 */
export const jobMessage = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('outbox'), tenant: z.nullable(id), at: z.optional(instant) }),
  z.strictObject({ kind: z.literal('mailings'), tenant: id }),
  z.strictObject({ kind: z.literal('export'), tenant: id, id }),
  z.strictObject({ kind: z.literal('user-import'), tenant: id, id }),
  z.strictObject({ kind: z.literal('data-time'), tenant: id, id, at: z.optional(instant) }),
  z.strictObject({ kind: z.literal('capacity'), id, at: z.optional(instant) }),
  z.strictObject({ kind: z.literal('task-run'), tenant: id, id, at: z.optional(instant) }),
  // Because the plan is not empty.
  z.strictObject({ kind: z.literal('job'), job: z.enum(jobNames as [JobName, ...JobName[]]), slot: instant, at: instant }),
]);
export type JobMessage = z.infer<typeof jobMessage>;

const queueOfKind = {
  outbox: 'mail',
  mailings: 'work',
  export: 'exports',
  'user-import': 'work',
  'data-time': 'work',
  capacity: 'capacity',
  'task-run': 'work',
} as const satisfies Record<Exclude<JobMessage['kind'], 'job'>, QueueKey>;

export const getQueue = (message: JobMessage): QueueKey => (message.kind === 'job' ? jobs[message.job].queue : queueOfKind[message.kind]);

/** How long a message may take. */
export const getDeadlineMs = (message: JobMessage): number => queues[getQueue(message)].deadlineMs;
