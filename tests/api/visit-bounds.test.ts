import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeGrant, makeReport } from '../support/make-content.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const path = '/api/auth/log/report/page/view';

async function scene() {
  const tenant = await makeTenant();
  const [person, report] = [await makeUser(tenant), await makeReport(tenant)];
  await makeGrant(tenant, report, person);
  const reader = await getApi(harness, tenant, person);
  const tell = (by: Api, state: string, visitId: string = randomUUID()) => by.post(path, { reportId: report.id, visitId, state });
  const visits = () =>
    query('select id, user_id, ended_at is not null as ended from visits where tenant_id = $1 and report_id = $2 order by started_at', [
      tenant.id,
      report.id,
    ]);
  return { tenant, person, report, reader, tell, visits };
}

test('300 views of a report in one burst, opened, kept alive or closed, are one visit', async () => {
  const { reader, tell, visits } = await scene();
  const states = ['open', 'beat', 'closed'];
  const answers = await Promise.all(Array.from({ length: 300 }, (_, at) => tell(reader, states[at % 3] ?? 'open')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await visits()).toHaveLength(1);
});

test('a report reopened soon continues its visit; later, for another user or another report it is a new one', async () => {
  const { tenant, report, reader, tell, visits } = await scene();
  const first = randomUUID();
  await tell(reader, 'open', first);
  await tell(reader, 'closed', first);
  expect(await visits()).toMatchObject([{ id: first, ended: true }]);
  await tell(reader, 'open');
  expect(await visits()).toMatchObject([{ id: first, ended: false }]);
  await query("update visits set started_at = now() - interval '9 minutes', last_at = now() - interval '6 minutes' where id = $1", [first]);
  const second = randomUUID();
  await tell(reader, 'open', second);
  expect((await visits()).map(({ id }) => id)).toEqual([first, second]);
  // A page that slept continues its own visit, however long ago that was.
  await tell(reader, 'beat', first);
  expect(await visits()).toHaveLength(2);
  const other = await makeUser(tenant);
  await makeGrant(tenant, report, other);
  await tell(await getApi(harness, tenant, other), 'open');
  expect(await visits()).toHaveLength(3);
  const stolen = await tell(await getApi(harness, tenant, other), 'closed', second);
  expect([stolen.status, (await visits()).find(({ id }) => id === second)?.ended]).toEqual([200, false]);
});
