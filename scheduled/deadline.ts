import { getDeadlineMs, type JobMessage } from '../domain/jobs/message.ts';
import type { Env } from '../functions/request/env.ts';

/** The deadline of a message, in milliseconds. */
export const getDeadline = (message: JobMessage, env: Env): number =>
  env.TEST_DEADLINE_MS ? Number(env.TEST_DEADLINE_MS) : getDeadlineMs(message);

/** Stops waiting after the deadline; the work itself ends with the Worker's call. */
export async function withDeadline<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work(), over]);
  } finally {
    clearTimeout(timer);
  }
}
