import type { JobMessage } from './message.ts';

const names = {
  outbox: 'jobs.kind.outbox',
  mailings: 'jobs.kind.mailings',
  export: 'jobs.kind.export',
  'user-import': 'jobs.kind.user-import',
  'data-time': 'jobs.kind.data-time',
  job: 'jobs.kind.job',
} as const satisfies Record<JobMessage['kind'], string>;

/** The text that names a kind of message; one that this version doesn't know is told as such. */
export const kindKey = (kind: string) => (Object.hasOwn(names, kind) ? names[kind as JobMessage['kind']] : ('jobs.kind.unknown' as const)); // because hasOwn has looked
