import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { settled, signInByForm, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { allowRemote, makeRemoteRequest } from '../support/make-remote.ts';

const { newPage } = useBrowser();

const getPerson = async (email: string) => {
  const [row] = await query(
    "select u.id, u.name, u.tenant_id from users u join domains d on d.tenant_id = u.tenant_id where u.email = $1 and d.host = 'vertice.localhost'",
    [email],
  );
  return row as { id: string; name: string; tenant_id: string }; // because the demo has them
};

/** The API calls of a page whose clock the test moves. */
function watch(page: Page) {
  const seen = { calls: [] as string[] };
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) seen.calls.push(pathname);
  });
  const minutes = async (count: number) => {
    // In small steps: an answer between two of them sets the next timer.
    for (let step = 0; step < count * 6; step += 1) {
      await page.clock.runFor(10_000);
      // A call that is still open when the clock jumps on would time out and be repeated.
      await settled(page, 100);
    }
  };
  /** Counts from here on, and returns the calls of so many minutes. */
  const during = async (count: number): Promise<string[]> => {
    seen.calls = [];
    await minutes(count);
    return seen.calls;
  };
  return { minutes, during };
}

test('an idle tab makes at most two calls a minute, which also bring a remote access request', async () => {
  const [admin, person] = [await getPerson('admin@vertice.test'), await getPerson('regional@vertice.test')];
  const tenant = { id: person.tenant_id };
  await allowRemote(tenant, person);
  // What another test left open or just ended would be polled for.
  await query("update remote_requests set state = 'cancelled' where tenant_id = $1", [tenant.id]);
  const page = await newPage({ isNew: true });
  await page.clock.install();
  await signInByForm(page, 'vertice', 'regional@vertice.test');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.clock.fastForward('00:10');
  await settled(page);

  const { minutes, during } = watch(page);
  const calls = await during(10);
  expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(20);
  // The recorded calls are this tab's: its heartbeat is among them.
  expect(calls).toContain('/api/auth/notifications/count');

  await makeRemoteRequest(tenant, admin, person);
  await minutes(1);
  await page.getByRole('dialog', { name: /pede para entrar na sua conta/ }).waitFor();
  // While the request is open the tab polls closely: as many calls in a minute of the clock as answers came in it.
  const closely = async () => (await during(1)).filter((path) => path.endsWith('/remote/live')).length;
  await expect.poll(closely).toBeGreaterThan(5);
  await query("update remote_requests set state = 'cancelled' where tenant_id = $1 and user_id = $2 and state = 'requested'", [
    tenant.id,
    person.id,
  ]);
}, 120_000);

test('so do the pages whose lists follow others, which still show a new request within two minutes', async () => {
  const [admin, person] = [await getPerson('admin@vertice.test'), await getPerson('regional@vertice.test')];
  const tenant = { id: person.tenant_id };
  await allowRemote(tenant, person);
  await query("update remote_requests set state = 'cancelled' where tenant_id = $1 and state <> 'ended'", [tenant.id]);
  const page = await newPage({ isNew: true });
  await page.clock.install();
  await signInByForm(page, 'vertice', 'admin@vertice.test');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const { minutes, during } = watch(page);
  for (const path of ['/playlists?tab=devices', '/remote/authorization']) {
    await page.goto(new URL(path, page.url()).href);
    await page.getByRole('tabpanel').waitFor();
    await minutes(1);
    const calls = await during(5);
    expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(10);
    expect(calls).toContain('/api/auth/notifications/count');
  }
  const list = '/api/auth/remote/requests';
  await makeRemoteRequest(tenant, admin, person);
  await minutes(2);
  await page.getByRole('tabpanel').getByText(person.name).first().waitFor();
  expect((await during(1)).filter((path) => path === list).length).toBeGreaterThan(5);
  await query("update remote_requests set state = 'cancelled' where tenant_id = $1 and state = 'requested'", [tenant.id]);
  await minutes(1);
  expect((await during(2)).filter((path) => path === list).length).toBeLessThanOrEqual(2);
}, 120_000);
