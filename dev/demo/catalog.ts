// The demo: six tenants with their people, groups, reports and accounts at the report service.
// Both sides read it: the seed writes it into the portal's database, the stand-in of the report service serves its workspaces.
import { aurora } from './catalog/aurora.ts';
import { cerrado } from './catalog/cerrado.ts';
import { mirante } from './catalog/mirante.ts';
import { numera } from './catalog/numera.ts';
import { sierra } from './catalog/sierra.ts';
import type { DemoDataset, DemoReport, DemoTenant, RefreshPlan, TenantKey } from './catalog/types.ts';
import { vertice } from './catalog/vertice.ts';

export type {
  DemoDataset,
  DemoGroup,
  DemoPerson,
  DemoReport,
  DemoTenant,
  RefreshPlan,
  TenantKey,
} from './catalog/types.ts';

export const demoPassword = 'Mirante!2026';

/** Parents come before their children. */
export const demoTenants: readonly DemoTenant[] = [mirante, numera, vertice, aurora, sierra, cerrado];

export function demoTenant(key: TenantKey): DemoTenant {
  const tenant = demoTenants.find((candidate) => candidate.key === key);
  if (!tenant) throw new Error(`The demo has no tenant ${key}`);
  return tenant;
}

/** Finds the dataset of a report; null for an external link. */
export function getDataset(tenant: DemoTenant, report: DemoReport): DemoDataset | null {
  return tenant.datasets.find((dataset) => dataset.id === report.service?.datasetId) ?? null;
}

/** When the load that is `back` loads before the newest one was started. */
export function loadAt(plan: RefreshPlan, now: number, back = 0): number {
  const cycle = plan.everyMinutes * 60_000;
  const offset = plan.minuteUtc * 60_000;
  return Math.floor((now - offset) / cycle) * cycle + offset - (back + (plan.missed ?? 0)) * cycle;
}

/** When the data was last loaded successfully: a card's last update. */
export function lastLoadAt(plan: RefreshPlan, now: number): number {
  return loadAt(plan, now, plan.failing);
}
