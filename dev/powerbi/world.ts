import type { CoverKind, DemoDataset, DemoLanguage, Measure, RefreshPlan, Subject, TenantKey } from '../demo/catalog/types.ts';
import { isRunning, type SimCapacity } from './capacity.ts';
import type { presetNames } from './faults.ts';
import { type Facts, makeFacts } from './model/facts.ts';
import type { PageInfo } from './model/types.ts';
import { azureOf, defaultCapacity, demoPrincipals, newReport } from './world-demo.ts';
import type { PrincipalInput } from './world-input.ts';

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
  /** Loads that somebody asked for, newest first. */
  runs: { id: string; startedAt: number; fails: boolean }[];
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
  /** A fault that every call about this report meets. */
  failure: (typeof presetNames)[number] | null;
  /** The pages as somebody saved them; null as the report was made. */
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
  workspaces: SimWorkspace[];
  /** A service principal profile sees its own workspaces and no others. */
  profiles: SimProfile[];
};

export type Found = { principal: Principal; workspace: SimWorkspace; report: SimReport; dataset: SimDataset };
export type World = ReturnType<typeof makeWorld>;

const mostFacts = 200;

export const datasetIn = (workspaces: readonly SimWorkspace[], id: string): SimDataset | undefined => {
  for (const { datasets } of workspaces) for (const dataset of datasets) if (dataset.id === id) return dataset;
  return undefined;
};

/** The directories, workspaces, reports and datasets that the stand-in knows: the demo's, plus what tests register. */
export function makeWorld() {
  let principals = demoPrincipals();
  const facts = new Map<string, Facts>();

  return {
    reset(): void {
      principals = demoPrincipals();
      facts.clear();
    },

    register(input: PrincipalInput): Principal {
      const principal = principalOf(input);
      principals = [...principals.filter((known) => known.appId !== principal.appId), principal];
      return principal;
    },

    directoryExists: (directoryId: string): boolean => principals.some((principal) => principal.directoryId === directoryId),
    byApp: (appId: string): Principal | undefined => principals.find((principal) => principal.appId === appId),

    findReport(reportId: string): Found | null {
      for (const principal of principals) {
        for (const workspace of principal.workspaces) {
          const report = workspace.reports.find((candidate) => candidate.id === reportId);
          const dataset = report && datasetIn(principal.workspaces, report.datasetId);
          if (report && dataset) return { principal, workspace, report, dataset };
        }
      }
      return null;
    },

    datasetExists: (datasetId: string): boolean => principals.some(({ workspaces }) => datasetIn(workspaces, datasetId) !== undefined),

    /** True when the workspace stands on a capacity that somebody paused. */
    isPaused({ capacities }: Principal, { capacityId }: SimWorkspace, now: number): boolean {
      const capacity = capacities.find((candidate) => candidate.id === capacityId);
      return capacity !== undefined && !isRunning(capacity, now);
    },

    factsOf(dataset: SimDataset): Facts {
      const key = `${dataset.id}/${dataset.flavour}/${dataset.subject}`;
      const known = facts.get(key);
      if (known) return known;
      const made = makeFacts(dataset.key, dataset.flavour, dataset.subject);
      const [oldest] = facts.keys();
      if (facts.size >= mostFacts && oldest !== undefined) facts.delete(oldest);
      facts.set(key, made);
      return made;
    },
  };
}

function principalOf({ workspaces, capacities: given, ...input }: PrincipalInput): Principal {
  const azure = { ...azureOf(input.directoryId), ...(input.subscriptionId && { subscriptionId: input.subscriptionId }) };
  const resourceGroup = input.resourceGroup ?? azure.resourceGroup;
  const standard = { ...defaultCapacity(input.directoryId, workspaces[0]?.id ?? input.appId), ...azure, resourceGroup };
  const capacities = given?.map(
    (one): SimCapacity => ({
      ...standard,
      ...one,
      sku: one.sku ?? (one.kind === 'fabric' ? 'F2' : 'A1'),
      resourceGroup: one.resourceGroup ?? resourceGroup,
    }),
  ) ?? [standard];
  const { flavour, language, currency } = input;
  return {
    ...input,
    ...azure,
    resourceGroup,
    objectId: input.objectId ?? input.appId,
    capacities,
    workspaces: workspaces.map((workspace) => ({
      ...workspace,
      capacityId: workspace.capacityId === undefined ? (capacities[0]?.id ?? null) : workspace.capacityId,
      isPrincipals: !input.profiles.some((profile) => profile.workspaceIds.includes(workspace.id)),
      assignedAt: null,
      users: [],
      datasets: workspace.datasets.map((dataset) => ({
        ...dataset,
        ...{ key: dataset.id, flavour, language, currency, runs: [], schedule: null },
      })),
      reports: workspace.reports.map((report) => newReport(report)),
    })),
  };
}
