import { lazy } from 'react';
import type { ReportTab } from './report-tab.ts';

/** The tabs beside a report, in order; each is a separate chunk. They come from features that are independent of each other. */
export const reportTabs: readonly ReportTab[] = [
  {
    id: 'data',
    label: 'manage.tab.data',
    Panel: lazy(() => import('../../features/report-management/tabs/DataTab.tsx').then((module) => ({ default: module.DataTab }))),
  },
  {
    id: 'access',
    label: 'access.tab',
    needs: 'grants.manage',
    Panel: lazy(() => import('../../features/report-access/AccessTab.tsx').then((module) => ({ default: module.AccessTab }))),
  },
  {
    id: 'appearance',
    label: 'manage.tab.appearance',
    Panel: lazy(() =>
      import('../../features/report-management/tabs/AppearanceTab.tsx').then((module) => ({ default: module.AppearanceTab })),
    ),
  },
  {
    id: 'pages',
    label: 'manage.tab.pages',
    Panel: lazy(() => import('../../features/report-management/tabs/PagesTab.tsx').then((module) => ({ default: module.PagesTab }))),
    kind: 'powerbi',
  },
  {
    id: 'maintenance',
    label: 'maintenance.title',
    needs: 'maintenance.manage',
    Panel: lazy(() => import('../../features/maintenance/MaintenanceTab.tsx').then((module) => ({ default: module.MaintenanceTab }))),
  },
  {
    id: 'usage',
    label: 'usage.tab',
    needs: 'usage.read',
    Panel: lazy(() => import('../../features/usage/UsageTab.tsx').then((module) => ({ default: module.UsageTab }))),
  },
  {
    id: 'history',
    label: 'manage.tab.history',
    Panel: lazy(() => import('../../features/report-management/tabs/HistoryTab.tsx').then((module) => ({ default: module.HistoryTab }))),
  },
];
