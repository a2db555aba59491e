import { openDatabase } from '../db/client.ts';
import type { Env } from '../functions/request/env.ts';

/** How often a report's data time is read from the service. */
export const checkEvery = '15 minutes';

export type Tick = { at: Date; env: Env; database: ReturnType<typeof openDatabase> };

/** What a job works with during one tick. */
export const tickAt = (at: Date, env: Env): Tick => ({
  at,
  env,
  database: openDatabase(
    {
      app: env.DATABASE_URL_APP,
      wide: env.DATABASE_URL_WIDE,
      public: env.DATABASE_URL_PUBLIC,
      door: env.DATABASE_URL_DOOR,
      job: env.DATABASE_URL_JOB,
    },
    env.NEON_FETCH_ENDPOINT || undefined,
    () => undefined,
    // Under test, the database uses the time of the tick too.
    env.TEST_CLOCK === '1' ? at.toISOString() : null,
  ),
});
