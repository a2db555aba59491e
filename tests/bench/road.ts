import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { getClient } from './client.ts';
import { atMost, type Figure, remark, whole } from './figure.ts';
import { getNetwork, type Loaded, type Network, tripsTo } from './network.ts';
import { getToken } from './product.ts';
import { median } from './stats.ts';
import { getNext, person, quiet, shape, signIn, watchReports } from './visitor.ts';

// Long compared with everything else, so that dependencies between requests are visible.
const latencyMs = 300;
const list = '/all/reports?size=50';

/** Reports of the demo for which the service issues a token; requested here, so that the browser doesn't wait for minting. */
async function openable(origin: string): Promise<string[]> {
  const { port, hostname } = new URL(origin);
  const client = getClient(Number(port));
  const token = await getToken(client, hostname, person);
  const answer = await client.call({ path: '/api/auth/reports?size=50', host: hostname, token });
  const { items }: { items: { id: string; kind: string }[] } = JSON.parse(answer.text);
  const good: string[] = [];
  for (const { id, kind } of items) {
    if (kind !== 'powerbi') continue;
    const embed = await client.call({ method: 'POST', path: `/api/auth/reports/${id}/embed`, host: hostname, token, body: {} });
    if (embed.status === 200) good.push(id);
  }
  client.close();
  return good;
}

const linkTo = (page: Page, id: string) => page.locator(`main a[href*="${id}/reports/view"]`).first();

/** Clicks a report's link by keyboard, so that no pointer comes near it first; returns the moment of the click. */
async function click(page: Page, id: string): Promise<number> {
  await linkTo(page, id).waitFor({ state: 'attached' });
  return linkTo(page, id).evaluate((element) => {
    const now = performance.timeOrigin + performance.now();
    if (element instanceof HTMLElement) element.click();
    return now;
  });
}

async function backToList(page: Page): Promise<void> {
  await page.goBack();
  await page.waitForURL(/\/all\/reports/);
  await quiet(page);
}

/** The frame can get its token once the token's call and the code that passes it on have arrived. */
function getTrips(loaded: Loaded[]): { trips: number; by: string } {
  const trips = tripsTo(loaded);
  const needed = loaded.filter(
    ({ url }) => url.pathname.endsWith('/embed') || /\/Report(Frame|Layer|ViewPage|ManagePlace)-.*\.js$/.test(url.pathname),
  );
  const [last] = needed.toSorted((a, b) => (trips.get(b) ?? 0) - (trips.get(a) ?? 0));
  if (!last) return { trips: 0, by: 'nothing' };
  return { trips: trips.get(last) ?? 0, by: (last.url.pathname.split('/').pop() ?? '').replace(/-[\w-]{7}\.js$/, '.js') };
}

async function fromClick(page: Page, network: Network, id: string) {
  await quiet(page);
  network.take();
  const token = getNext(page, 'token');
  await click(page, id);
  await token;
  return getTrips(network.take());
}

/**
 * Delays every answer without occupying a connection, as over HTTP/2: the local server speaks HTTP/1.1, where six connections make thirty
 * files wait for each other, and a call that ends between two of them would count as a trip. Nothing comes from the cache then.
 */
const delayAsOverHttp2 = (context: BrowserContext) =>
  context.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    const headers = { ...route.request().headers(), host: url.host };
    // Node resolves no name below localhost; a browser does.
    url.hostname = '127.0.0.1';
    const [response] = await Promise.all([route.fetch({ url: url.href, headers, maxRedirects: 0 }), pause(latencyMs)]);
    await route.fulfill({ response });
  });

async function fromAddress(context: BrowserContext, address: string, isCold: boolean) {
  const page = await context.newPage();
  const network = await getNetwork(page);
  if (isCold) await delayAsOverHttp2(context);
  else await network.delay(latencyMs);
  const token = getNext(page, 'token', 60_000);
  await page.goto(address, { waitUntil: 'commit' });
  await token;
  const found = getTrips(network.take());
  await page.close();
  return found;
}

export async function measureRoad(browser: Browser, origin: string, share: number): Promise<Figure[]> {
  const reports = await openable(origin);
  const [first = '', second = '', third = '', fourth = ''] = reports;
  if (!fourth) throw new Error(`The demo has only ${reports.length} reports to open.`);
  const context = await browser.newContext(shape);
  await watchReports(context);
  const page = await context.newPage();
  const network = await getNetwork(page);
  await page.goto(`${origin}/signin`);
  await signIn(page);
  const state = await context.storageState();
  await page.goto(origin + list);
  await quiet(page);

  // Warm: a report has been seen before, this one has not.
  const firstEver = await fromClick(page, network, first);
  await backToList(page);
  await network.delay(latencyMs);
  const warm = await fromClick(page, network, second);
  await network.delay(0);
  const address = `${origin}/${third}/reports/view`;
  const cached = await fromAddress(context, address, false);
  const fresh = await browser.newContext({ ...shape, storageState: state });
  await watchReports(fresh);
  const cold = await fromAddress(fresh, address, true);
  await fresh.close();
  const switching = await measureSwitch(page, origin, [first, fourth], Math.max(2, Math.round(7 * share)));
  await context.close();

  const how = ({ by }: { by: string }, more: string) => `${more}, every answer ${latencyMs} ms later; the last to wait for was ${by}`;
  return [
    atMost(warm.trips, 1, {
      name: 'trips from a click to the token in the frame, warm',
      show: whole,
      how: how(warm, 'the pointer was never near'),
    }),
    remark(whole(firstEver.trips), {
      name: 'the same for the first report of a visit',
      how: `the viewer’s code comes too; the last to wait for was ${firstEver.by}`,
    }),
    atMost(cached.trips, 3, { name: 'trips from a deep link to the token', show: whole, how: how(cached, 'files in the cache') }),
    atMost(cold.trips, 3, {
      name: 'trips from a deep link to the token, cold',
      show: whole,
      how: how(cold, 'nothing in the cache, files in parallel as over HTTP/2'),
    }),
    switching,
  ];
}

/** From the click to the report's `rendered` event: in a frame that already exists, and in a first one. */
async function measureSwitch(page: Page, origin: string, [first, second]: [string, string], rounds: number): Promise<Figure> {
  const rendered = async (id: string) => {
    // A pointer rests on the link first: the token is already there, and only the frame's own time is left.
    await linkTo(page, id).hover();
    await page.waitForTimeout(250);
    await quiet(page);
    const done = getNext(page, 'rendered');
    const clicked = await click(page, id);
    return (await done) - clicked;
  };
  const [fresh, switched]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(origin + list);
    await quiet(page);
    fresh.push(await rendered(first));
    await backToList(page);
    switched.push(await rendered(second));
    await page.goBack();
  }
  return atMost(median(switched) / median(fresh), 0.25, {
    name: 'switch between two reports against a fresh frame',
    how: `click to rendered, the token already there, median of ${rounds} in turns`,
  });
}
