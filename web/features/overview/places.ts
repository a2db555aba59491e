import type { OverviewNeed } from '../../../domain/overview/contract.ts';
import type { NeedKind, StepName } from '../../../domain/overview/steps.ts';

/** Where each step is done. */
export const stepHref: Record<StepName, string> = {
  account: '/powerbi?new=1',
  workspace: '/powerbi/workspace?new=1',
  reports: '/management/report?import=1',
  unit: '/registration',
  people: '/user?new=1',
  look: '/whitelabels',
};
/** Where a step's account is tested; with a single account, its test is open. */
export const testHref = '/powerbi?panel=test';
/** Where the result of a completed step is shown. */
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
  mail: () => '/setting?area=mail&tab=log&state=failed',
  seats: () => '/user',
  requests: () => '/catalogs?tab=requests',
  remote: () => '/remote/authorization',
  tasks: () => '/auto_actions?state=suspended',
  displays: () => '/playlists?tab=devices&state=skipping',
  values: () => '/setting?area=custom-fields&review=1',
  unidentified: () => '/user?unidentified=1',
  import: (id) => `/user?import=4&id=${id}`,
  invited: () => '/user?invited=1',
  unitTrial: (id) => `/companies?id=${id}`,
  unitSeats: (id) => `/companies?id=${id}&tab=limits`,
  unitInvited: (id) => `/companies?id=${id}&tab=access`,
};
export const needHref = ({ kind, id }: OverviewNeed): string | null => hrefs[kind]?.(id ?? '') ?? null;
