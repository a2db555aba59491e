import type { Page } from 'playwright-core';
import { texts } from '../../i18n/en-US/index.ts';

/** A text key shown instead of its text, or an unfilled placeholder. */
export async function wrongText(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  const key = text.match(/[a-z]\w*(?:\.\w+)+/gi)?.find((word) => Object.hasOwn(texts, word));
  return [key ?? text.match(/\{\{(?!cf_).*|undefined|\[object/)?.[0] ?? []].flat();
}

/** The same, and text that doesn't fit the window. */
export const wrongWords = async (page: Page): Promise<string[]> => [...(await wrongText(page)), ...(await overflowing(page))];

/** Words beyond the window's edges or overflowing their control at this page width. */
async function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const controls = 'button, [role="tab"], [role="option"], label, legend, h1, h2, h3, .badge, .chip, .btn';
    const edge = document.documentElement.clientWidth;
    const isHidden = (element: Element) =>
      element.closest('[aria-hidden="true"], [inert], .visually-hidden, .skip-link, svg, iframe') !== null ||
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const scrolls = (element: Element | null): boolean => {
      for (let each = element; each && each !== document.body; each = each.parentElement) {
        const { overflowX, position } = getComputedStyle(each);
        if (overflowX !== 'visible') return true;
        if (position === 'fixed') return false;
      }
      return false;
    };
    for (const element of document.querySelectorAll('body *')) {
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      if (own.length > 0 && !isHidden(element) && !scrolls(element)) {
        const range = document.createRange();
        for (const node of own) {
          range.selectNodeContents(node);
          const { left, right, width, height } = range.getBoundingClientRect();
          if (width > 1 && height > 1 && (right > edge + 1 || left < -1))
            found.add(`beyond the edge: ${element.textContent?.trim().slice(0, 40)}`);
        }
      }
      if (!element.matches(controls) || isHidden(element) || !element.textContent?.trim()) continue;
      const { overflowX, display } = getComputedStyle(element);
      if (overflowX === 'visible' && display !== 'inline' && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 2)
        found.add(`runs out: ${element.textContent.trim().slice(0, 40)}`);
    }
    return [...found].slice(0, 4);
  });
}
