import { expect, test } from 'vitest';
import { pageImports } from './route-files.ts';

const source = `
const ignored = () => import('./Elsewhere.tsx');
export const pages = {
  home: () => import('../../features/reports/HomePage.tsx').then((module) => ({ Page: module.HomePage })),
  'report-manage': () =>
    withTexts(['manage'], () => import('./ReportManageRoute.tsx')).then((module) => ({ Page: module.ReportManageRoute })),
  groups: groupsRoute,
  settings: () =>
    withTexts(['manage', 'operate'], () => import('../../features/settings/SettingsPage.tsx')).then((module) => ({
      Page: module.SettingsPage,
    })),
};
`;

test('the list of pages says which module and which texts a page imports', () => {
  expect(Object.fromEntries(pageImports(source))).toEqual({
    home: { module: 'web/features/reports/HomePage.tsx', parts: [] },
    'report-manage': { module: 'web/app/routes/ReportManageRoute.tsx', parts: ['manage'] },
    settings: { module: 'web/features/settings/SettingsPage.tsx', parts: ['manage', 'operate'] },
  });
});
