import * as z from 'zod';
import type { CoverKind, DemoDataset, DemoLanguage, Measure, RefreshPlan, Subject, TenantKey } from '../demo/catalog/types.ts';
import { demoTenants } from '../demo/catalog.ts';
import { presetNames } from './faults.ts';
import { type Facts, makeFacts } from './model/facts.ts';

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
};
export type SimReport = {
  id: string;
  name: string;
  description: string;
  datasetId: string;
  cover: CoverKind;
  measure: Measure;
  /** A fault that every call about this report meets. */
  failure: (typeof presetNames)[number] | null;
};
export type SimWorkspace = { id: string; name: string; datasets: SimDataset[]; reports: SimReport[] };
export type Principal = {
  directoryId: string;
  appId: string;
  objectId: string;
  secret: string;
  workspaces: SimWorkspace[];
  /** A service principal profile sees its own workspaces and no others; the principal itself sees those of no profile. */
  profiles: { id: string; displayName: string; workspaceIds: string[] }[];
};

const key = z.string().check(z.minLength(1), z.maxLength(200));
const measure = z.enum(['amount', 'count', 'average', 'margin', 'rate']);
const subject = z.enum([
  'sales',
  'finance',
  'logistics',
  'stock',
  'production',
  'people',
  'marketing',
  'hospital',
  'energy',
  'usage',
  'portfolio',
]);

/** What POST /__sim/principals takes: a test's own service principal with its own workspaces. */
export const principalInput = z.strictObject({
  directoryId: key,
  appId: key,
  objectId: z.optional(key),
  secret: key,
  flavour: z._default(z.enum(['vertice', 'aurora', 'sierra', 'numera', 'mirante']), 'vertice'),
  language: z._default(z.enum(['pt-BR', 'pt-PT', 'es', 'en-US']), 'pt-BR'),
  currency: z._default(z.string(), 'BRL'),
  workspaces: z.array(
    z.strictObject({
      id: key,
      name: z._default(key, 'Workspace'),
      datasets: z.array(
        z.strictObject({
          id: key,
          name: z._default(key, 'Dataset'),
          subject: z._default(subject, 'sales'),
          roles: z._default(z.record(z.string(), z.nullable(z.enum(['region', 'member']))), {}),
          refresh: z._default(z.strictObject({ everyMinutes: z.number(), minuteUtc: z.number(), failing: z.number() }), {
            everyMinutes: 60,
            minuteUtc: 0,
            failing: 0,
          }),
        }),
      ),
      reports: z.array(
        z.strictObject({
          id: key,
          name: z._default(key, 'Report'),
          datasetId: key,
          cover: z._default(z.enum(['ridge', 'bars', 'dunes', 'contour', 'dots']), 'bars'),
          measure: z._default(measure, 'amount'),
          failure: z._default(z.nullable(z.enum(presetNames)), null),
        }),
      ),
    }),
  ),
  profiles: z._default(z.array(z.strictObject({ id: key, displayName: z._default(z.string(), ''), workspaceIds: z.array(key) })), []),
});

function demoPrincipals(): Principal[] {
  return demoTenants.map((tenant) => ({
    directoryId: tenant.account.directoryId,
    appId: tenant.account.appId,
    objectId: tenant.account.objectId,
    secret: tenant.account.secret,
    profiles: [],
    workspaces: tenant.account.workspaces.map((workspace) => ({
      ...workspace,
      datasets: tenant.datasets
        .filter((dataset) => dataset.workspaceId === workspace.id)
        .map(({ workspaceId: _, ...dataset }) => ({
          ...dataset,
          key: `${tenant.key}/${dataset.key}`,
          flavour: tenant.key,
          language: tenant.language,
          currency: tenant.currency,
        })),
      reports: tenant.reports.flatMap((report) =>
        report.service?.workspaceId === workspace.id
          ? {
              id: report.service.reportId,
              name: report.title,
              description: report.description,
              datasetId: report.service.datasetId,
              cover: report.cover,
              measure: report.measure,
              failure: report.failsAlways ? ('not_found' as const) : null,
            }
          : [],
      ),
    })),
  }));
}

export type Found = { principal: Principal; workspace: SimWorkspace; report: SimReport; dataset: SimDataset };
export type World = ReturnType<typeof makeWorld>;

/** The directories, workspaces, reports and datasets that the stand-in knows: the demo's, plus what tests register. */
export function makeWorld() {
  let principals = demoPrincipals();
  const facts = new Map<string, Facts>();

  return {
    reset(): void {
      principals = demoPrincipals();
    },

    register(input: z.infer<typeof principalInput>): Principal {
      const { flavour, language, currency, ...rest } = input;
      const principal: Principal = {
        ...rest,
        objectId: input.objectId ?? input.appId,
        workspaces: input.workspaces.map((workspace) => ({
          ...workspace,
          datasets: workspace.datasets.map((dataset) => ({ ...dataset, key: dataset.id, flavour, language, currency })),
          reports: workspace.reports.map((report) => ({ ...report, description: '' })),
        })),
      };
      principals = [...principals.filter((known) => known.appId !== principal.appId), principal];
      return principal;
    },

    directoryExists: (directoryId: string): boolean => principals.some((principal) => principal.directoryId === directoryId),
    byApp: (appId: string): Principal | undefined => principals.find((principal) => principal.appId === appId),

    findReport(reportId: string): Found | null {
      for (const principal of principals) {
        for (const workspace of principal.workspaces) {
          const report = workspace.reports.find((candidate) => candidate.id === reportId);
          const dataset = workspace.datasets.find((candidate) => candidate.id === report?.datasetId);
          if (report && dataset) return { principal, workspace, report, dataset };
        }
      }
      return null;
    },

    datasetExists: (datasetId: string): boolean =>
      principals.some((principal) =>
        principal.workspaces.some((workspace) => workspace.datasets.some((dataset) => dataset.id === datasetId)),
      ),

    factsOf(dataset: SimDataset): Facts {
      const key = `${dataset.id}/${dataset.flavour}/${dataset.subject}`;
      const known = facts.get(key);
      if (known) return known;
      const made = makeFacts(dataset.key, dataset.flavour, dataset.subject);
      facts.set(key, made);
      return made;
    },
  };
}
