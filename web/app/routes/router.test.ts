import { expect, test } from 'vitest';
import { profiles } from '../../../domain/access/profile.ts';
import { builtPages, getScreens, outsideLayoutScreens, screens } from '../../../domain/access/screens.ts';
import { pages } from './pages.ts';
import { toRoutePath } from './router.tsx';

test("path parameters are written in the router's syntax", () => {
  expect(toRoutePath('/{id}/reports/view')).toBe('/$id/reports/view');
  expect(toRoutePath('/all/reports')).toBe('/all/reports');
});

test.each(profiles)('every built screen of %s has its page', (profile) => {
  const wanted = getScreens(profile)
    .map((screen) => screen.pages[profile] ?? '')
    .filter((page) => builtPages.includes(page));
  expect(wanted.length).toBeGreaterThan(1);
  expect(wanted.filter((page) => !pages[page])).toEqual([]);
});

test('a screen that names no page has no route', () => {
  const named = new Set([
    ...screens.flatMap((screen) => Object.values(screen.pages)),
    ...outsideLayoutScreens.map((screen) => screen.page),
  ]);
  expect(Object.keys(pages).filter((page) => !named.has(page))).toEqual([]);
});
