import type { Browser, BrowserContext } from 'playwright-core';
import { holdsSdk } from './built-files.ts';
import { getNetwork, isCall, isScript, isStyle, type Loaded, type Network, zipped } from './network.ts';
import { shape, signIn } from './visitor.ts';

/**
 * What Chromium fetched for a page, in bytes as gzip -6, without API calls, the favicon and what a report's frame loads. `unnamed`: scripts
 * and stylesheets that the HTML doesn't name and that were therefore requested later.
 */
export type PageWeight = { requests: number; scripts: number; styles: number; files: string[]; hasSdk: boolean; unnamed: string[] };
export type PageName = 'sign-in' | 'home' | 'report' | 'users';

const isIcon = ({ url }: Loaded) => /favicon|mark\.svg$|\.ico$/.test(url.pathname);
// Requests after the page is rendered, such as its dialogs' code, count as part of the page.
const lateMs = 1500;

async function weigh(network: Network, origin: string): Promise<PageWeight> {
  const loaded = network.take().filter((each) => each.url.origin === origin && !isCall(each) && !isIcon(each));
  const scripts = loaded.filter(isScript);
  const sources = await Promise.all(scripts.map((each) => network.getBody(each)));
  const documents = await Promise.all(loaded.filter(({ kind }) => kind === 'Document').map((each) => network.getBody(each)));
  const page = documents.join('');
  return {
    requests: loaded.length,
    scripts: await zipped(network, scripts),
    styles: await zipped(network, loaded.filter(isStyle)),
    files: loaded.map(({ url }) => url.pathname.split('/').pop() || '/'),
    hasSdk: sources.some((source) => holdsSdk(source.toString('utf8'))),
    unnamed: loaded.filter((each) => (isScript(each) || isStyle(each)) && !page.includes(each.url.pathname)).map(({ url }) => url.pathname),
  };
}

async function cold(browser: Browser, state: Awaited<ReturnType<BrowserContext['storageState']>>, address: string): Promise<PageWeight> {
  const context = await browser.newContext({ ...shape, storageState: state });
  const page = await context.newPage();
  const network = await getNetwork(page);
  await page.goto(address);
  await network.filesSettled();
  await page.waitForTimeout(lateMs);
  const weight = await weigh(network, new URL(address).origin);
  await context.close();
  return weight;
}

/** Cold visits: the sign-in page, home reached from it (in total), and a report and the list of users by URL. */
export async function weighPages(browser: Browser, origin: string): Promise<Record<PageName, PageWeight>> {
  const context = await browser.newContext(shape);
  const page = await context.newPage();
  const network = await getNetwork(page);
  await page.goto(`${origin}/signin`);
  await network.filesSettled();
  const first = await weigh(network, origin);
  await signIn(page);
  await page.waitForTimeout(lateMs);
  const added = await weigh(network, origin);
  const state = await context.storageState();
  await page.goto(`${origin}/all/reports?size=50`);
  const report = await page.locator('main a[href*="/reports/view"]').first().getAttribute('href');
  await context.close();
  const home = {
    requests: first.requests + added.requests,
    scripts: first.scripts + added.scripts,
    styles: first.styles + added.styles,
    files: [...first.files, ...added.files],
    hasSdk: first.hasSdk || added.hasSdk,
    unnamed: [...first.unnamed, ...added.unnamed],
  };
  return {
    'sign-in': first,
    home,
    report: await cold(browser, state, origin + report),
    users: await cold(browser, state, `${origin}/user`),
  };
}
