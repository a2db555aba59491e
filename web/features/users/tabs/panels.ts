import { type ComponentType, lazy } from 'react';
import { withTexts } from '../../../i18n.ts';
import type { PanelProps } from '../asked.ts';
import type { UserTab } from '../draft.ts';
import { DataTab } from './DataTab.tsx';

/** The tabs of a user; the first is in the page's chunk, the others are lazy. */
export const panels: Record<UserTab, ComponentType<PanelProps>> = {
  data: DataTab,
  access: lazy(() => import('./AccessTab.tsx').then((module) => ({ default: module.AccessTab }))),
  groups: lazy(() => import('./GroupsTab.tsx').then((module) => ({ default: module.GroupsTab }))),
  custom: lazy(() => import('./CustomTab.tsx').then((module) => ({ default: module.CustomTab }))),
  look: lazy(() => import('./LookTab.tsx').then((module) => ({ default: module.LookTab }))),
  security: lazy(() => withTexts(['personal'], () => import('./SecurityTab.tsx')).then((module) => ({ default: module.SecurityTab }))),
  history: lazy(() => import('./HistoryTab.tsx').then((module) => ({ default: module.HistoryTab }))),
};
