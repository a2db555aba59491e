import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { installChromium } from '../install-chromium.ts';
import { chromium as executablePath } from '../support/chromium-path.ts';
import { password } from '../support/password.ts';

export const person = 'admin@vertice.test';

export async function openBrowser() {
  const problem = installChromium();
  if (problem) throw new Error(problem);
  // Chromium's own sandbox needs rights that root in a container does not have.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}

export const shape = { viewport: { width: 1280, height: 800 }, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' };

export async function signIn(page: Page): Promise<void> {
  await page.locator('input[type="email"], input[name="email"]').first().fill(person);
  await page.locator('input[type="password"]').first().fill(password);
  // By keyboard: a pointer resting over a card of the home page would prefetch that report.
  await page.locator('input[type="password"]').first().press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/signin'));
  await quiet(page);
}

/** Waits until no request was made for half a second. */
export const quiet = (page: Page) => page.waitForLoadState('networkidle', { timeout: 60_000 });

/** Runs in every frame: reports when the report's frame gets its token, and when the report has rendered. */
export async function watchReports(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const say = (what: string) => console.debug(`bench ${what} ${performance.timeOrigin + performance.now()}`);
    const isFrame = window !== window.top;
    window.addEventListener('message', ({ data }) => {
      const text = typeof data === 'string' ? data : JSON.stringify(data ?? null);
      if (isFrame && /"accessToken":"[^"]/.test(text)) say('token');
      if (!isFrame && /events\/rendered/.test(text)) say('rendered');
    });
  });
}

/** Resolves with the moment of the next such event in the page. */
export async function getNext(page: Page, what: 'token' | 'rendered', timeout = 30_000): Promise<number> {
  const line = await page.waitForEvent('console', { predicate: (each) => each.text().startsWith(`bench ${what} `), timeout });
  return Number(line.text().split(' ')[2]);
}
