import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { query } from '../support/database.ts';
import { many, messageScene, texts, useSlowMail } from '../support/message-scene.ts';

const harness = useSlowMail();
const { getUnit, tickUnwatched, untilAllReached, inboxes } = messageScene(harness);

test.each([
  [
    'loses the database',
    async () => {
      await harness.database.fail({ down: true });
      await pause(50);
      await harness.database.heal();
    },
  ],
  ['is killed', () => harness.restart()],
])(
  'a message reaches each of ten thousand inboxes once when the Worker %s at five points',
  async (_, cut) => {
    const { tenant, admin } = await getUnit(many);
    await admin.post('/api/auth/messages', { audience: { type: 'all' }, texts });
    const reached: number[] = [];
    for (let cuts = 0; cuts < 5; cuts += 1) {
      const before = reached.at(-1) ?? 0;
      // In the middle of the work, wherever that is.
      await expect.poll(async () => (await inboxes(tenant)).rows, { interval: 20 }).toBeGreaterThan(before);
      await cut();
      reached.push((await inboxes(tenant)).rows);
      // The run that was cut holds a lease of a minute.
      await query('update mailings set taken_until = null where tenant_id = $1', [tenant.id]);
      tickUnwatched();
    }
    expect(reached.at(-1)).toBeLessThan(many);
    await untilAllReached(tenant);
    expect(await inboxes(tenant)).toMatchObject({ rows: many, people: many });
  },
  300_000,
);
