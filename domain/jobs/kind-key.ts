import type { JobMessage } from './message.ts';

const names = {
  outbox: 'jobs.kind.outbox',
  mailings: 'jobs.kind.mailings',
  export: 'jobs.kind.export',
  'user-import': 'jobs.kind.user-import',
  'data-time': 'jobs.kind.data-time',
  capacity: 'jobs.kind.capacity',
  'task-run': 'jobs.kind.task-run',
  job: 'jobs.kind.job',
} as const satisfies Record<JobMessage['kind'], string>;

/** The text key of a kind of message; an unknown kind gets a text of its own. */
// hasOwn has looked.
export const kindKey = (kind: string) => (Object.hasOwn(names, kind) ? names[kind as JobMessage['kind']] : ('jobs.kind.unknown' as const));
