import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page, type Request } from 'playwright-core';
import { afterEach } from 'vitest';
import { root } from '../../dev/folders.ts';
import { createStore } from '../../web/app/session/storage.ts';
import { chromium as executablePath } from './chromium-path.ts';
import { password as everyones } from './password.ts';
import { portal } from './world.ts';

export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

/** Where a page of the running portal is; the host's short name is enough: `getUrl('vertice', '/signin')`. */
export const getUrl = (host: string, path = '/') => `http://${host}.localhost:${portal().port}${path}`;

// The pending requests of each page, and when the last one ended.
type Asked = { open: Set<Request>; endedAt: number };
const asked = new WeakMap<Page, Asked>();

function watchRequests(page: Page): void {
  const mine: Asked = { open: new Set(), endedAt: 0 };
  asked.set(page, mine);
  const end = (request: Request) => {
    if (mine.open.delete(request)) mine.endedAt = Date.now();
  };
  page.on('request', (request) => request.isNavigationRequest() || mine.open.add(request));
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  // Requests sent while leaving a page get no answer.
  page.on('framenavigated', (frame) => frame === page.mainFrame() && mine.open.clear());
}

// On a busy machine the report service's page uses its preloaded font later than Chromium expects.
const unhurried = /\/embed\/\S+ was preloaded using link preload but not used/;

type PageOptions = BrowserContextOptions & {
  /** Kinds of console lines that the test expects, by a part of their text. */ expected?: string[];
  /** A profile that no test had before, nor will have: nothing is cached, and the test may change the profile itself, as its clock. */
  isNew?: boolean;
};

const usual = {
  viewport: desktop,
  colorScheme: 'light',
  locale: 'pt-BR',
  timezoneId: 'America/Sao_Paulo',
  reducedMotion: 'reduce',
} as const;

/**
 * A page of a test lives for seconds and is painted without a graphics card: compiling its scripts for speed, and a process that passes on
 * what is painted, cost up to a tenth of all that these tests compute.
 */
const cheaply = ['--js-flags=--no-turbofan --no-maglev', '--in-process-gpu'];

let launched: Promise<Browser> | undefined;

/** The worker's Chromium, shared by its files, with a separate profile for every page. It ends with the worker. */
async function workersBrowser(): Promise<Browser> {
  const known = await launched?.catch(() => undefined);
  if (known?.isConnected()) return known;
  // Chromium's own sandbox needs rights that root in a container does not have.
  // Without a locale Chromium names every download whose name is not ASCII `download`.
  const env = { ...process.env, LANG: process.env.LANG ?? 'C.UTF-8' };
  // Hosts of a business unit's own DNS lead to the portal too.
  const args = ['--host-resolver-rules=MAP *.example 127.0.0.1', ...cheaply, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  launched = chromium.launch({ executablePath, env, args });
  return launched;
}

/** A profile, and the origins that its pages have been at since it was emptied. */
type Profile = { context: BrowserContext; origins: Set<string>; isKept: boolean };

// Profiles of ended tests. What they keep is what the browser cached: loading the portal into an empty cache costs half as much again.
const kept: Profile[] = [];

async function newProfile(options: BrowserContextOptions | null): Promise<Profile> {
  const known = options ? undefined : kept.pop();
  if (known?.isKept) return known;
  const context = await (await workersBrowser()).newContext({ ...usual, ...options });
  const profile: Profile = { context, origins: new Set(), isKept: !options };
  context.on('page', (page) => page.on('framenavigated', (frame) => profile.origins.add(new URL(frame.url()).origin)));
  context.on('close', () => {
    profile.isKept = false;
  });
  return profile;
}

/** Closes the pages of an ended test, and keeps its profile for another. */
async function leave(profile: Profile): Promise<void> {
  if (!profile.isKept) return profile.context.close();
  for (const page of profile.context.pages()) await page.close();
  kept.push(profile);
}

const stored = 'local_storage,indexeddb,service_workers,cache_storage,file_systems';

function refuseClock(): never {
  throw new Error('A clock stays in the profile: the test needs a page that isNew.');
}

/** A page of the profile, which no longer has anything of what the tests before stored in it. */
async function openPage({ context, origins, isKept }: Profile): Promise<Page> {
  await context.clearCookies();
  const page = await context.newPage();
  // The origin of an empty page.
  origins.delete('null');
  if (origins.size > 0) {
    const session = await context.newCDPSession(page);
    for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes: stored });
    await session.detach();
    origins.clear();
  }
  if (isKept) Object.defineProperty(page, 'clock', { get: refuseClock });
  return page;
}

/**
 * The worker's Chromium and a profile for every page, which is empty but for what the browser cached. What a page writes to its console as
 * an error or a warning is kept in `complaints`; a picture of every page of a failed test goes to test-results.
 */
export function useBrowser() {
  const profiles: Profile[] = [];
  const complaints: string[] = [];
  // What the server refused, for the log of a failed test.
  const refused: string[] = [];

  afterEach(async ({ task }) => {
    const name = task.name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80);
    if (task.result?.state === 'fail') await picture(profiles, name);
    if (task.result?.state === 'fail') console.error(`complaints: ${complaints.join('\n')}\nrefused: ${refused.join('\n')}`);
    // A retry starts clean, even if the first try's browser has crashed.
    for (const profile of profiles.splice(0)) await leave(profile).catch(() => undefined);
    complaints.length = 0;
    refused.length = 0;
  });

  async function newPage({ expected = [], isNew = false, ...options }: PageOptions = {}): Promise<Page> {
    const { viewport = desktop, colorScheme, ...others } = options;
    // A size and a colour scheme can be changed; anything else makes another profile.
    const profile = await newProfile(isNew || Object.keys(others).length > 0 ? options : null);
    profiles.push(profile);
    const page = await openPage(profile);
    if (viewport) await page.setViewportSize(viewport);
    if (colorScheme) await page.emulateMedia({ colorScheme });
    watchRequests(page);
    const complain = (text: string) => expected.some((part) => text.includes(part)) || complaints.push(text);
    page.on('console', (line) => {
      if (!['error', 'warning'].includes(line.type()) || unhurried.test(line.text())) return;
      const at = complaints.length;
      if (complain(`${line.text()} (${line.location().url})`) === true) return;
      // A complaint about an element says which one.
      const tellWhich = (html: string) => {
        if (html && complaints[at]) complaints[at] = `${complaints[at]} ${html}`;
      };
      for (const handle of line.args())
        void handle.evaluate((value) => (value instanceof Element ? value.outerHTML.slice(0, 300) : '')).then(tellWhich, () => undefined);
    });
    page.on('pageerror', (error) => complain(error.message));
    page.on('response', (answer) => void (answer.ok() || refused.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`)));
    return page;
  }
  return { newPage, complaints };
}

async function picture(profiles: Profile[], name: string): Promise<void> {
  mkdirSync(join(root, 'test-results'), { recursive: true });
  const pages = profiles.flatMap(({ context }) => context.pages());
  for (const [at, page] of pages.entries()) {
    await page.screenshot({ path: join(root, 'test-results', `${name}-${at}.png`) }).catch(() => {});
    // Makes the page's console visible in the log.
    const said = await page.innerText('body', { timeout: 1_000 }).catch(() => '(no page)');
    console.error(`${page.url()} said: ${said.replace(/\s+/g, ' ').slice(0, 1_500)}`);
  }
}

/** Signs a person of the demo in by the form and waits until the sign-in page is left. */
export async function signInByForm(page: Page, host: string, email: string, password = everyones): Promise<void> {
  await page.goto(getUrl(host, '/signin'));
  await page.locator('input[type="email"], input[name="email"]').first().fill(email);
  await page.locator('input[type="password"]').first().fill(password);
  await page.locator('button[type="submit"]').first().click();
  await page.waitForURL((url) => !url.pathname.startsWith('/signin'));
}

/**
 * Signs a person of the demo in without rendering a page, by storing what a sign-in keeps in the browser. The browser is at no page of the
 * portal afterwards; the test opens its first one.
 */
export async function signIn(page: Page, host: string, email: string, password = everyones): Promise<void> {
  const { port } = portal();
  // Node doesn't resolve the hosts' names; a browser does.
  const options = { data: { email, password }, headers: { host: `${host}.localhost:${port}` } };
  const answered = await page.request.post(`http://127.0.0.1:${port}/api/login`, options);
  const answer = await answered.json();
  if (answer.status !== 'ok') throw new Error(`${email} was not signed in: ${answered.status()} ${JSON.stringify(answer).slice(0, 300)}`);
  const kept = new Map<string, string>();
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: kept.set.bind(kept), removeItem: kept.delete.bind(kept) };
  createStore(storage).saveSession(answer);
  await page.goto(getUrl(host, '/robots.txt'));
  await page.evaluate(
    (entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value);
    },
    [...kept],
  );
}

/** Signs a person of the demo in and opens the home page, from which `turnTo` leads on. */
export async function enter(page: Page, host: string, email: string): Promise<void> {
  await signIn(page, host, email);
  await page.goto(getUrl(host));
  await settled(page, 150);
}

/** How long a page must stay unchanged: a drawer appears a third of a second after its code has loaded, with no earlier sign. */
export const briefly = (path: string): number => (/[?&](new|import|account|panel|id)=/.test(path) ? 400 : 150);

/** Navigates within the loaded portal, as a link does, without a reload. */
export async function turnTo(page: Page, path: string, calmMs?: number): Promise<void> {
  // Once idle, the page has requested everything the navigation needs.
  await page.evaluate(
    (to) =>
      new Promise<void>((resolve) => {
        history.pushState({}, '', to);
        requestIdleCallback(() => resolve(), { timeout: 5000 });
      }),
    path,
  );
  await settled(page, calmMs);
}

/** Resolves once an order is saved: a row moves before the server has answered, and a reload would cancel what isn't sent yet. */
export const orderSaved = (page: Page) => page.waitForResponse((answer) => /\/api\/auth\/[\w/]+\/order$/.test(answer.url()) && answer.ok());

/** Waits for finite transitions and animations to end, but not for infinite ones. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Transitions after a change of size or theme begin with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/**
 * Waits until the page is ready: its own heading is shown, nothing is loading or pending, for a moment, and animations have ended. The
 * previous page stays visible until the code of the next one has loaded.
 */
export async function settled(page: Page, calmMs = 400): Promise<void> {
  // Not just any heading: the shell's headings appear before the page's code has loaded.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  waits += 1;
  const wait = waits;
  for (const deadline = Date.now() + 30_000; ; ) {
    await calm(page, wait, calmMs);
    const { open, endedAt } = asked.get(page) ?? { open: new Set(), endedAt: 0 };
    const left = open.size > 0 ? 50 : calmMs - (Date.now() - endedAt);
    if (left <= 0) return;
    if (Date.now() > deadline) throw new Error(`These requests don't end: ${[...open].map((request) => request.url()).join(', ')}`);
    await pause(left);
  }
}

let waits = 0;

/** Looks at the page every 50 ms from within: each question from here would cost all three processes time. */
async function calm(page: Page, wait: number, calmMs: number): Promise<void> {
  await page.waitForFunction(
    ([id = 0, ms = 0]) => {
      const here = window as { calm?: { id: number; since: number } };
      const isBusy = document.querySelector('[aria-busy="true"], .skeleton') !== null || document.querySelector('h1') === null;
      if (here.calm?.id !== id || isBusy) here.calm = { id, since: performance.now() };
      return performance.now() - here.calm.since >= ms;
    },
    [wait, calmMs],
    { polling: 50, timeout: 30_000 },
  );
}

/** How far a page can be scrolled sideways, in CSS pixels; 0 where it fits. */
export const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
