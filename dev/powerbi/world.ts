import { isRunning, type SimCapacity, usualTimes } from './capacity.ts';
import { type Facts, makeFacts } from './model/facts.ts';
import { defaultCapacity, demoPrincipals, getAzure, newReport } from './world-demo.ts';
import type { PrincipalInput } from './world-input.ts';
import type { Principal, SimDataset, SimReport, SimWorkspace } from './world-types.ts';

export type Found = { principal: Principal; workspace: SimWorkspace; report: SimReport; dataset: SimDataset };
export type World = ReturnType<typeof makeWorld>;

const maxFacts = 200;

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
      const principal = getPrincipal(input, principals);
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

    /** The workspaces of every principal that run on a capacity. */
    workspacesOn: (id: string): SimWorkspace[] =>
      principals.flatMap(({ workspaces }) => workspaces.filter(({ capacityId }) => capacityId === id)),

    /** The capacities of a name with each principal that has them. */
    findHolders: (name: string, appId: string | undefined): { holder: Principal; capacity: SimCapacity }[] =>
      principals
        .filter((principal) => appId === undefined || principal.appId === appId)
        .flatMap((holder) => holder.capacities.filter((one) => one.name === name).map((capacity) => ({ holder, capacity }))),

    /** True when the workspace is on a paused capacity. */
    isPaused({ capacities }: Principal, { capacityId }: SimWorkspace, now: number): boolean {
      const capacity = capacities.find((candidate) => candidate.id === capacityId);
      return capacity !== undefined && !isRunning(capacity, now);
    },

    getFacts(dataset: SimDataset): Facts {
      const key = `${dataset.id}/${dataset.flavour}/${dataset.subject}`;
      const known = facts.get(key);
      if (known) return known;
      const made = makeFacts(dataset.key, dataset.flavour, dataset.subject);
      const [oldest] = facts.keys();
      if (facts.size >= maxFacts && oldest !== undefined) facts.delete(oldest);
      facts.set(key, made);
      return made;
    },
  };
}

/** Two principals that name the same capacity of the same subscription and group share it, each with its own rights. */
const shared = (one: SimCapacity, known: readonly Principal[]): SimCapacity => {
  const isSame = (other: SimCapacity) =>
    other.id === one.id &&
    other.name === one.name &&
    other.subscriptionId === one.subscriptionId &&
    other.resourceGroup === one.resourceGroup;
  return known.flatMap(({ capacities }) => capacities).find(isSame) ?? one;
};

function getPrincipal({ workspaces, capacities: given, ...input }: PrincipalInput, known: readonly Principal[]): Principal {
  const azure = { ...getAzure(input.directoryId), ...(input.subscriptionId && { subscriptionId: input.subscriptionId }) };
  const resourceGroup = input.resourceGroup ?? azure.resourceGroup;
  const standard = { ...defaultCapacity(input.directoryId, workspaces[0]?.id ?? input.appId), ...azure, resourceGroup };
  const made = given?.map(
    ({ rights: _, ...one }): SimCapacity => ({
      ...standard,
      ...one,
      sku: one.sku ?? (one.kind === 'fabric' ? 'F2' : 'A1'),
      resourceGroup: one.resourceGroup ?? resourceGroup,
      takesMs: usualTimes(),
    }),
  ) ?? [standard];
  const capacities = made.map((one) => shared(one, known));
  const { flavour, language, currency } = input;
  return {
    ...input,
    ...azure,
    resourceGroup,
    objectId: input.objectId ?? input.appId,
    capacities,
    readsOnly: new Set(given?.flatMap(({ id, rights }) => (rights === 'read' ? [id] : []))),
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
