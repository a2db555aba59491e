import type { DemoLanguage } from '../demo/catalog/life-types.ts';
import type { CoverKind, DemoDataset, Measure, RefreshPlan, Subject, TenantKey } from '../demo/catalog/types.ts';
import type { SimCapacity } from './capacity.ts';
import type { presetNames } from './faults.ts';
import type { PageInfo } from './model/types.ts';

export type SimDataset = {
  id: string;
  key: string;
  name: string;
  subject: Subject;
  flavour: TenantKey;
  language: DemoLanguage;
  currency: string;
  roles: DemoDataset['roles'];
  refresh: RefreshPlan;
  /** On-demand refreshes, newest first. */
  runs: { id: string; startedAt: number; fails: boolean; stoppedAt: number | null }[];
  schedule: Record<string, unknown> | null;
};
export type SimReport = {
  id: string;
  name: string;
  description: string;
  /** A paginated report has one too, though the service does not show it. */
  datasetId: string;
  type: 'report' | 'paginated';
  cover: CoverKind;
  measure: Measure;
  /** A fault of every call about this report. */
  failure: (typeof presetNames)[number] | null;
  /** The saved pages; null = as the report was made. */
  pages: PageInfo[] | null;
};
type SimUser = { identifier: string; principalType: string; groupUserAccessRight: string; profileId: string | null };
export type SimWorkspace = {
  id: string;
  name: string;
  capacityId: string | null;
  /** True when the service principal itself is a member, not only one of its profiles. */
  isPrincipals: boolean;
  assignedAt: number | null;
  users: SimUser[];
  datasets: SimDataset[];
  reports: SimReport[];
};
export type SimProfile = { id: string; displayName: string; workspaceIds: string[] };
export type Principal = {
  directoryId: string;
  appId: string;
  objectId: string;
  secret: string;
  subscriptionId: string;
  resourceGroup: string;
  flavour: TenantKey;
  language: DemoLanguage;
  currency: string;
  capacities: SimCapacity[];
  /** Ids of the capacities that it may only read in Azure; of the others it may also write, suspend and resume. */
  readsOnly: Set<string>;
  workspaces: SimWorkspace[];
  /** A service principal profile sees its own workspaces and no others. */
  profiles: SimProfile[];
};
