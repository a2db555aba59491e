/**
 * The queues, and how long one message of each may take. A new queue is a line here; tests/guards/queues.test.ts then names the lines that
 * wrangler.toml lacks.
 */
export const queues = {
  mail: { binding: 'MAIL_QUEUE', name: 'mirante-mail', deadlineMs: 150_000 },
  work: { binding: 'WORK_QUEUE', name: 'mirante-work', deadlineMs: 60_000 },
  // One message passes on a file of up to 250 MB; the other steps of an export have shorter limits.
  exports: { binding: 'EXPORTS_QUEUE', name: 'mirante-exports', deadlineMs: 330_000 },
  // A look at a capacity that starts repeats itself within its message.
  capacity: { binding: 'CAPACITY_QUEUE', name: 'mirante-capacity', deadlineMs: 60_000 },
} as const;
export type QueueKey = keyof typeof queues;
export const isQueue = (key: string | null): key is QueueKey => key !== null && Object.hasOwn(queues, key);
export type QueueBinding = (typeof queues)[QueueKey]['binding'];

/** How often a message is tried: once, plus `max_retries` of wrangler.toml. */
export const maxAttempts = 6;

/** The dead-letter queue: messages that used up their tries without being understood or done. */
export const deadQueue = 'mirante-dead';

/** Every queue that an account needs, by name. */
export const queueNames: readonly string[] = [...Object.values(queues).map(({ name }) => name), deadQueue];

/** Messages of a batch that are processed concurrently; a Worker has six connections. */
export const atOnce = 4;
