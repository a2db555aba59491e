import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Waiting } from '../../domain/capacity/waking-contract.ts';
import { findings } from '../support/axe.ts';
import { getUrl, signIn, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';

// The answers about the capacity are the test's own; the report, its token and its frame are the portal's.
const { newPage, complaints } = useBrowser();
const expected = ['503', '409'];
const unit = "(select tenant_id from domains where host = 'vertice.localhost')";

const starting: Waiting = {
  ...{ state: 'starting', seconds: 31, usualSeconds: 50, waiters: 3, opensAt: null, held: null },
  ...{ zone: 'America/Sao_Paulo', text: '', tell: 'N', askAgainAt: null },
};

type Set = { wait: Waiting; isPaused: boolean };

/** Opens a report whose capacity is as `set` says, which may change. */
async function open(page: Page, set: Set, to = '/reports/view'): Promise<void> {
  await page.route('**/api/auth/reports/*/embed', (route) =>
    set.isPaused
      ? route.fulfill({ status: 503, json: { status: 'capacity_paused', message: 'capacity_paused', requestId: 'r-1' } })
      : route.continue(),
  );
  await page.route('**/api/auth/reports/*/wake', (route) => {
    if (route.request().method() === 'POST' && route.request().postDataJSON().tell === 'S') set.wait = { ...set.wait, tell: 'S' };
    return route.fulfill({ json: set.wait });
  });
  await page.route('**/api/auth/reports/*/ask-opening', (route) =>
    route.fulfill({ json: { askAgainAt: new Date(Date.now() + 3_600_000).toISOString() } }),
  );
  const [report] = await query(`select id from reports where title = 'Vendas diárias' and tenant_id = ${unit}`);
  await page.goto(getUrl('vertice', `/${report?.id}${to}`));
}

test('a paused capacity shows the sun rising and opens the report by itself', async () => {
  const set: Set = { wait: starting, isPaused: true };
  const page = await newPage({ expected, viewport: { width: 1440, height: 900 } });
  await signIn(page, 'vertice', 'admin@vertice.test');
  await open(page, set);
  await page.getByRole('heading', { name: 'Acordando os relatórios' }).waitFor();
  await page.getByText('Ela costuma ficar pronta em cerca de 50 segundos').waitFor();
  await page.getByText('3 pessoas esperando').waitFor();
  await page.screenshot({ path: 'test-results/waking.png' });
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Avisar quando abrir' }).press('Enter');
  await page.getByRole('button', { name: 'Você será avisado' }).waitFor();
  Object.assign(set, { isPaused: false, wait: { ...starting, state: 'running', waiters: 0 } });
  await page.frameLocator('iframe').locator('main.content h1').waitFor();
  await expect.poll(() => page.getByRole('heading', { name: 'Acordando os relatórios' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

/** A user who sees the report. */
async function viewerId(): Promise<unknown> {
  const [viewer] = await query(`select id from users where email = 'regional@vertice.test' and tenant_id = ${unit}`);
  return viewer?.id;
}

test.each([
  ['its viewer', async () => '/reports/view'],
  ['an administrator who tests it as its viewer', async () => `/management/view?as=${await viewerId()}`],
])('a capacity that pauses under a cached token leads %s to the same wait, not to a service that is down', async (_who, place) => {
  const set: Set = { wait: starting, isPaused: false };
  const page = await newPage({ expected });
  await signIn(page, 'vertice', 'admin@vertice.test');
  const paused = { error: { code: 'CapacityNotActive', message: 'Unable to complete the action because this capacity is paused.' } };
  await page.route('**/embed/reports/*/query', (route) => route.fulfill({ status: 503, json: paused }));
  await open(page, set, await place());
  await page.getByRole('heading', { name: /Acordando os relatórios|não responde/ }).waitFor();
  expect(await page.getByRole('heading', { name: 'Acordando os relatórios' }).count()).toBe(1);
  await page.unroute('**/embed/reports/*/query');
  Object.assign(set, { wait: { ...starting, state: 'running', waiters: 0 } });
  await page.frameLocator('iframe').locator('main.content h1').waitFor();
  expect(complaints).toEqual([]);
});

test('outside of its hours it says when it opens, and an opening can be asked for, on a phone in dark mode', async () => {
  const monday = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const set: Set = { wait: { ...starting, state: 'closed', opensAt: monday, waiters: 0, seconds: null }, isPaused: true };
  const page = await newPage({ expected, viewport: { width: 320, height: 700 }, colorScheme: 'dark' });
  await signIn(page, 'vertice', 'admin@vertice.test');
  await open(page, set);
  await page.getByRole('heading', { name: /Os relatórios abrem/ }).waitFor();
  await page.screenshot({ path: 'test-results/waking-closed.png' });
  expect(await findings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.getByRole('button', { name: 'Pedir abertura' }).click();
  await page.getByRole('button', { name: 'Pedido enviado' }).waitFor();
  await page
    .getByText(/Pode pedir de novo às/)
    .first()
    .waitFor();
  set.wait = { ...set.wait, state: 'not_allowed', opensAt: null };
  await page.reload();
  await page.getByRole('heading', { name: 'Os relatórios estão em pausa' }).waitFor();
  expect(await page.getByRole('button', { name: 'Pedir abertura' }).count()).toBe(0);
  await page.screenshot({ path: 'test-results/waking-not-allowed.png' });
  const until = new Date(Date.now() + 60_000).toISOString();
  set.wait = { ...set.wait, state: 'closed', held: { by: 'person', until } };
  await page.reload();
  await page.getByText(/Um administrador pausou a capacidade até .*\d\d:\d\d\. O relatório abre aqui/).waitFor();
  expect(await page.getByRole('heading', { name: 'Acordando os relatórios' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Pedir abertura' }).waitFor();
  expect(await findings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a user who may not wake the capacity can tell the administrator', async () => {
  const page = await newPage({ expected, viewport: { width: 320, height: 700 } });
  await signIn(page, 'vertice', 'regional@vertice.test');
  await open(page, { wait: { ...starting, state: 'not_allowed', waiters: 0, seconds: null }, isPaused: true });
  await page.getByRole('heading', { name: 'Os relatórios estão em pausa' }).waitFor();
  expect(await findings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.getByRole('button', { name: 'Avisar o administrador' }).press('Enter');
  await page.getByRole('button', { name: 'Administrador avisado' }).waitFor();
  expect(complaints).toEqual([]);
});

test('a start that takes longer says so, and gives up after eight minutes', async () => {
  const page = await newPage({ isNew: true, expected });
  await page.clock.install();
  await signIn(page, 'vertice', 'admin@vertice.test');
  await open(page, { wait: starting, isPaused: true });
  await page.getByRole('heading', { name: 'Acordando os relatórios' }).waitFor();
  await page.clock.fastForward('03:05');
  await page.getByRole('heading', { name: 'Está demorando mais' }).waitFor();
  await page.clock.fastForward('05:00');
  await page.getByRole('heading', { name: 'Os relatórios não abriram' }).waitFor();
  await page.getByRole('button', { name: /r-1/ }).waitFor();
  await page.screenshot({ path: 'test-results/waking-over.png' });
  expect(await findings(page)).toEqual([]);
});

test('a page that was closed for long opens the report when its hours begin, and waits from then on', async () => {
  const opensAt = new Date(Date.now() + 30 * 60_000).toISOString();
  const set: Set = { wait: { ...starting, state: 'closed', opensAt, waiters: 0, seconds: null }, isPaused: true };
  const page = await newPage({ isNew: true, expected });
  await page.clock.install();
  await signIn(page, 'vertice', 'admin@vertice.test');
  await open(page, set);
  await page.getByRole('heading', { name: /Os relatórios abrem/ }).waitFor();
  await page.clock.fastForward('30:00');
  set.wait = { ...starting, seconds: 0 };
  await page.clock.fastForward('00:31');
  await page.getByRole('heading', { name: 'Acordando os relatórios' }).waitFor();
  Object.assign(set, { isPaused: false, wait: { ...starting, state: 'running', waiters: 0 } });
  await page.clock.fastForward('00:03');
  await page.frameLocator('iframe').locator('main.content h1').waitFor();
});

test('one repeat of the wait that fails leaves the waiting page as it is', async () => {
  const set: Set = { wait: starting, isPaused: true };
  const page = await newPage({ isNew: true, expected: [...expected, '500'] });
  await page.clock.install();
  await signIn(page, 'vertice', 'admin@vertice.test');
  await open(page, set);
  await page.getByRole('heading', { name: 'Acordando os relatórios' }).waitFor();
  let failed = 0;
  await page.route('**/api/auth/reports/*/wake', (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    failed += 1;
    return route.fulfill({ status: 500, json: { status: 'internal', message: 'internal', requestId: 'r-2' } });
  });
  await page.clock.fastForward('01:01');
  await expect.poll(() => failed).toBeGreaterThan(0);
  Object.assign(set, { isPaused: false, wait: { ...starting, state: 'running', waiters: 0 } });
  await page.clock.fastForward('00:03');
  await page.frameLocator('iframe').locator('main.content h1').waitFor();
});

test('before a pause an open report has a bar, and one press keeps it', async () => {
  const page = await newPage({ expected });
  const news: { pauseAt: string | null; stopsAt: string | null; forceStop: number | null } = {
    pauseAt: new Date(Date.now() + 120_000).toISOString(),
    ...{ stopsAt: null, forceStop: null },
  };
  await page.route('**/api/auth/log/report/page/view', (route) =>
    route.fulfill({ json: { status: 'ok', reason: null, access: null, announced: null, ...news } }),
  );
  let kept = 0;
  await page.route('**/api/auth/reports/*/keep-viewing', (route) => {
    kept += 1;
    return route.fulfill({ json: { status: 'ok' } });
  });
  await signIn(page, 'vertice', 'admin@vertice.test');
  await open(page, { wait: starting, isPaused: false });
  await page.getByText('A capacidade está prestes a pausar').waitFor();
  await page.screenshot({ path: 'test-results/waking-bar.png' });
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Continuar vendo' }).press('Enter');
  await expect.poll(() => page.getByText('A capacidade está prestes a pausar').count()).toBe(0);
  expect(kept).toBe(1);
});

test('before a forced stop the bar counts the minutes that are left', async () => {
  const page = await newPage({ isNew: true, expected });
  await page.clock.install();
  await signIn(page, 'vertice', 'admin@vertice.test');
  const stopsAt = new Date((await page.evaluate(() => Date.now())) + 8 * 60_000).toISOString();
  await page.route('**/api/auth/log/report/page/view', (route) =>
    route.fulfill({ json: { status: 'ok', reason: null, access: null, announced: null, pauseAt: null, stopsAt, forceStop: 10 } }),
  );
  await open(page, { wait: starting, isPaused: false });
  await page.getByText(/O horário destes relatórios termina em [78] minutos/).waitFor();
  await page.clock.fastForward('05:00');
  await page.getByText(/O horário destes relatórios termina em [23] minutos/).waitFor();
  expect(await page.getByRole('button', { name: 'Continuar vendo' }).count()).toBe(0);
});
