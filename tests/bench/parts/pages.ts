import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { builtPages } from '../built-files.ts';
import { atMost, type Bench, exactly, type Figure, kilobytes, remark, whole } from '../figure.ts';
import { getNetwork, isCall, type Loaded, zipped } from '../network.ts';
import { type PageWeight, weighPages } from '../page-weights.ts';
import { startPortal } from '../portal.ts';
import { measureRoad } from '../road.ts';
import { openBrowser, quiet, shape, signIn } from '../visitor.ts';

export const bench: Bench = {
  name: 'pages',
  title: 'Pages and the way to a report',
  async run({ share }) {
    const data = mkdtempSync(join(tmpdir(), 'mirante-bench-pages-'));
    const portal = await startPortal(data);
    const browser = await openBrowser();
    try {
      const origin = `http://vertice.localhost:${portal.port}`;
      return [...(await measurePages(browser, origin)), ...chunks(), ...(await measureRoad(browser, origin, share))];
    } finally {
      await browser.close();
      await portal.stop();
      rmSync(data, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

async function measurePages(browser: Browser, origin: string): Promise<Figure[]> {
  const { 'sign-in': first, home, report, users } = await weighPages(browser, origin);
  // A new tab of the same browser: what was loaded before may come from its cache.
  const context = await browser.newContext(shape);
  const page = await context.newPage();
  await page.goto(`${origin}/signin`);
  await signIn(page);
  const second = await context.newPage();
  const again = await getNetwork(second);
  await second.goto(origin);
  await quiet(second);
  const repeated = again.take().filter((each) => !isCall(each) && each.wire > 0);
  const documents = repeated.filter(({ kind }) => kind === 'Document');
  const wire = repeated.filter((each) => !documents.includes(each)).reduce((total, each) => total + each.wire, 0);
  const repeatBytes = wire + documents.reduce((total, { headers }) => total + headers, 0) + (await zipped(again, documents));
  await context.close();

  const list = (of: Loaded[]) => of.map(({ url }) => url.pathname.split('/').pop() || '/').join(', ');
  const cold = ({ files }: PageWeight) => `${files.length} files of all kinds, those that come late too`;
  return [
    atMost(first.scripts, 115_000, { name: 'sign-in, cold: JavaScript', show: kilobytes, how: first.files.join(', ') }),
    atMost(first.styles, 15_000, { name: 'sign-in, cold: CSS', show: kilobytes, how: first.files.join(', ') }),
    atMost(first.requests, 6, { name: 'sign-in, cold: requests', show: whole, how: first.files.join(', ') }),
    atMost(home.scripts, 220_000, {
      name: 'home after sign-in, cold: JavaScript in all',
      show: kilobytes,
      how: `${cold(home)}, those of sign-in too`,
    }),
    remark(kilobytes(report.scripts), { name: 'a report by its address, cold: JavaScript', how: cold(report) }),
    remark(kilobytes(users.scripts), { name: 'the list of users by its address, cold: JavaScript', how: cold(users) }),
    exactly([first, home, users].filter(({ hasSdk }) => hasSdk).length, 0, {
      name: 'SDK of the report service before a report is wanted',
      how: 'pages without a report that load it',
    }),
    atMost(repeatBytes, 5000, {
      name: 'repeat visit before API calls',
      show: kilobytes,
      how: `home in a new tab, headers too, the page itself as gzip -6: ${list(repeated)}`,
    }),
  ];
}

function chunks(): Figure[] {
  const { routes, sdk } = builtPages();
  const [largest] = routes.toSorted((a, b) => b.gz - a.gz);
  return [
    atMost(largest?.gz ?? 0, 60_000, {
      name: 'the largest chunk of a route',
      show: kilobytes,
      how: `${largest?.name}, of ${routes.length}`,
    }),
    remark(kilobytes(sdk.reduce((total, { gz }) => total + gz, 0)), {
      name: 'SDK of the report service',
      how: `${sdk.map(({ name }) => name).join(', ')}; on report routes only`,
    }),
  ];
}
