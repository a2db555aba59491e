export type Clock = { now(): number; moved: string | null };

/** The time of a request. A test may set it by header, only where TEST_CLOCK is set (never in production). */
export function getClock(env: { TEST_CLOCK?: string }, headers: Headers): Clock {
  const said = env.TEST_CLOCK === '1' ? headers.get('x-test-now') : null;
  const moved = said && !Number.isNaN(Date.parse(said)) ? new Date(said).toISOString() : null;
  return { now: () => (moved ? Date.parse(moved) : Date.now()), moved };
}
