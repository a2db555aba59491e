import type { OverviewNeed } from '../../../domain/overview/contract.ts';
import type { NeedKind, StepName } from '../../../domain/overview/steps.ts';
import type { Menu } from '../../app/shell/menu.ts';

/** Where a step is done. */
export const stepHref: Record<StepName, string> = {
  account: '/powerbi?new=1',
  workspace: '/powerbi/workspace',
  reports: '/management/report?import=1',
  unit: '/registration',
  people: '/user?new=1',
  look: '/whitelabels',
};
/** Where what is there already is looked at. */
export const doneHref: Record<StepName, string> = {
  account: '/powerbi',
  workspace: '/powerbi/workspace',
  reports: '/management/report',
  unit: '/companies',
  people: '/user',
  look: '/whitelabels',
};

const hrefs: Record<NeedKind, ((id: string) => string) | null> = {
  trial: null,
  secret: (id) => `/powerbi?id=${id}`,
  account: (id) => `/powerbi?id=${id}`,
  seats: () => '/user',
  requests: () => '/catalogs?tab=requests',
  remote: () => '/remote/authorization',
  unidentified: () => '/user?unidentified=1',
  import: (id) => `/user?import=4&id=${id}`,
  invited: () => '/user?invited=1',
  unitTrial: (id) => `/companies?id=${id}`,
  unitSeats: (id) => `/companies?id=${id}&tab=limits`,
  unitInvited: (id) => `/companies?id=${id}&tab=access`,
};
export const needHref = ({ kind, id }: OverviewNeed): string | null => hrefs[kind]?.(id ?? '') ?? null;

const pathOf = (href: string) => href.split('?')[0] ?? href;
// A tab of another entry.
const entryOf: Readonly<Record<string, string>> = { '/powerbi/workspace': '/powerbi' };

/** Whether a place is in this person's menu: nobody is sent to a page that is hidden, closed or not built. */
export function isOpenTo(menu: Menu, href: string): boolean {
  const path = entryOf[pathOf(href)] ?? pathOf(href);
  return menu.manage.some(({ entries }) => entries.some((entry) => pathOf(entry.href) === path));
}
