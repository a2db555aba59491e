import * as z from 'zod/mini';
import { endpoint } from '../contract/endpoint.ts';
import { done, id, instant } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import { deadLetterSorts } from './sorts.ts';

const deadLetterRow = z.object({
  id: z.string(),
  /** When it was given up. */
  at: instant,
  /** A kind of domain/jobs/message.ts, or one that this version doesn't know. */
  kind: z.string(),
  queue: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  /** The cron job, or the row that it was for. */
  about: z.nullable(z.string()),
  attempts: z.number(),
  firstAt: instant,
  firstError: z.nullable(z.string()),
  lastAt: instant,
  lastError: z.nullable(z.string()),
  /** Whether it was stored whole, so that it can be sent again. */
  again: z.boolean(),
});
export type DeadLetter = z.infer<typeof deadLetterRow>;

export const listDeadLetters = endpoint({
  method: 'GET',
  path: '/api/auth/jobs/failed',
  needs: 'jobs.manage',
  screens: ['analyze'],
  summary: 'Lists the queue messages of the last 30 days that exhausted their retries; searches by unit, kind, job, row and error.',
  input: z.strictObject(listInput(deadLetterSorts)),
  output: page(deadLetterRow),
});

export const exportDeadLetters = endpoint({
  method: 'GET',
  path: '/api/auth/jobs/failed/export',
  needs: 'jobs.manage',
  screens: ['analyze'],
  summary: 'Exports the same list as text rows for a CSV file.',
  input: z.strictObject({ search: listInput(deadLetterSorts).search, sort: listInput(deadLetterSorts).sort, ...filePart }),
  output: tableFile,
});

export const retryDeadLetter = endpoint({
  method: 'POST',
  path: '/api/auth/jobs/failed/{id}/retry',
  needs: 'jobs.manage',
  screens: ['analyze'],
  summary: 'Requeues a failed message and removes it from the list; refused if its body wasn’t stored in full.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found'],
});

export const removeDeadLetter = endpoint({
  method: 'DELETE',
  path: '/api/auth/jobs/failed/{id}',
  needs: 'jobs.manage',
  screens: ['analyze'],
  summary: 'Removes a failed message from the list without retrying it.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found'],
});
