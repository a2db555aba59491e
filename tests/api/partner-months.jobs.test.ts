import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
// The minute at which the job is due.
const tick = (at: string) => harness.getWorker().scheduled({ cron: '* * * * *', scheduledTime: new Date(at) });

test('once a month a unit’s administrators get one summary of its partners’ visits, by their own calendar', async () => {
  const partner = await makeTenant({ kind: 'partner', name: 'Numera' });
  const [unit, quiet] = [await makeTenant({ parent: partner }), await makeTenant({ parent: partner })];
  const [admin, person, other] = [
    await makeUser(unit, { profile: 'admin' }),
    await makeUser(unit),
    await makeUser(quiet, { profile: 'admin' }),
  ];
  const entered = (from: string, until: string | null, ends: string) =>
    query(
      `insert into remote_requests (tenant_id, id, kind, asker_home_id, asker_id, asker_name, asker_from, minutes, state, expires_at,
        started_at, ended_at, ends_at)
       values ($1, $2, 'partner', $3, $4, 'Rui Sá', 'Numera', 60, 'ended', $5, $5, $6, $7)`,
      [unit.id, randomUUID(), partner.id, randomUUID(), from, until, ends],
    );
  const told = async (user: { id: string }) =>
    (await query("select vars from notifications where user_id = $1 and kind = 'partner_month' order by created_at", [user.id])).map(
      ({ vars }) => vars,
    );
  await entered('2031-03-10T12:00:00Z', '2031-03-10T12:20:30Z', '2031-03-10T13:00:00Z');
  // The visit expired without being ended. In São Paulo it is still March.
  await entered('2031-04-01T02:00:00Z', null, '2031-04-01T03:00:00Z');
  await entered('2031-04-02T12:00:00Z', '2031-04-02T12:10:00Z', '2031-04-02T13:00:00Z');

  await tick('2031-04-01T02:12:00Z');
  expect(await told(admin)).toEqual([]);
  await tick('2031-04-01T03:12:00Z');
  await tick('2031-04-01T04:12:00Z');
  expect(await told(admin)).toEqual([{ partners: 'Numera', month: '2031-03', count: 2, minutes: 81 }]);
  await tick('2031-05-01T03:12:00Z');
  expect(await told(admin)).toEqual([expect.anything(), { partners: 'Numera', month: '2031-04', count: 1, minutes: 10 }]);
  expect([...(await told(person)), ...(await told(other))]).toEqual([]);
});
