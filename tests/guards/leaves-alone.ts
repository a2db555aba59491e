import { afterAll, beforeAll, expect } from 'vitest';
import { query } from '../support/database.ts';
import { fingerprint } from './place.ts';
import type { Place } from './sample.ts';

/**
 * No call of this block changes what is stored for these places: checked once for all, because a check per call would cost more than the
 * calls.
 */
export function leavesAlone(which: () => readonly Place[]): void {
  let before: Record<string, string>;
  const look = () => fingerprint(which().map(({ tenant }) => tenant));
  beforeAll(async () => {
    before = await look();
  });
  afterAll(async () => {
    const ids = which().map(({ tenant }) => tenant.id);
    const done = await query('select what, row_id from audit where tenant_id = any ($1) order by at desc limit 5', [ids]);
    expect(await look(), `the newest acts: ${JSON.stringify(done)}`).toEqual(before);
  });
}
