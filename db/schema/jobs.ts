import { pgTable, text } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** Jobs of cron (domain/jobs/plan.ts): the slot that each was last done for, and until when somebody is at the next one. */
export const jobMarks = pgTable('job_marks', {
  name: text('name').primaryKey(),
  doneFor: at('done_for'),
  takenUntil: at('taken_until'),
});
