import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { getUrl, phone, signIn, signInByForm, useBrowser } from '../support/browser.ts';

const { newPage, complaints } = useBrowser();

/** Every layer starts invisible for a while, as when the page around it still loads code. */
const openUnseen = (page: Page) =>
  page.addInitScript(() => {
    const seen = new WeakSet<Element>();
    new MutationObserver(() => {
      for (const layer of document.querySelectorAll<HTMLElement>('section[role="dialog"]')) {
        if (seen.has(layer)) continue;
        seen.add(layer);
        layer.style.display = 'none';
        setTimeout(() => layer.style.removeProperty('display'), 400);
      }
    }).observe(document, { childList: true, subtree: true });
  });
const focusInLayer = (page: Page) => page.evaluate(() => document.activeElement?.closest('section[role="dialog"]') !== null);

test('a drawer, a dialog, the palette and a sheet take the focus even if they start invisible', async () => {
  const page = await newPage();
  await openUnseen(page);
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/reports?new=1'));
  await page.getByRole('dialog').waitFor();
  await expect.poll(() => focusInLayer(page)).toBe(true);
  await page.getByLabel('Nome').first().fill('Sem nome ainda');
  await page.keyboard.press('Escape');
  await page.getByText('Descartar as alterações?').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON');
  await page.getByRole('button', { name: 'Descartar' }).click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.press('Control+k');
  await expect.poll(() => focusInLayer(page)).toBe(true);

  const small = await newPage({ viewport: phone });
  await openUnseen(small);
  await signInByForm(small, 'vertice', 'admin@vertice.test');
  await small.getByRole('button', { name: 'Conta' }).click();
  await expect.poll(() => focusInLayer(small)).toBe(true);
  expect(complaints).toEqual([]);
});
