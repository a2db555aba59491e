import { sql } from 'drizzle-orm';
import { raw, typed } from '../../../db/raw.ts';
import { readCapacityRisks } from '../../../domain/capacity/contract.ts';
import { toFlag } from '../../../domain/contract/flag.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { orUnknown, ownerService } from './owner-account.ts';
import { type ControlledRow, controlled, readFacts } from './stored-capacity.ts';
import type { Running } from './turn-capacity.ts';

type Use = { refreshes: number; workspaces: string[] };
const readUse = raw('capacity.use', { demand: typed<Running | null>('jsonb?'), use: typed<Use | null>('jsonb?') });
const maxWorkspaces = 1000;

/** What only the service knows: refreshes that run, and workspaces on it in which the portal doesn't publish. */
async function askService(ctx: SessionContext, row: ControlledRow, known: readonly string[]) {
  const service = await ownerService(ctx, row);
  const id = row.serviceCapacityId;
  if (!service || !id) return { refreshes: null, others: null };
  const { provider, account } = service;
  const [refreshes, listed] = await Promise.all([
    orUnknown(ctx, provider.runningRefreshes(account, id)),
    orUnknown(ctx, provider.listWorkspaces(account, { top: maxWorkspaces, skip: 0 })),
  ]);
  const on = listed?.items.filter(
    ({ capacityId, id: workspace }) => capacityId?.toLowerCase() === id.toLowerCase() && !known.includes(workspace),
  );
  return { refreshes, others: on?.length ?? null };
}

export const readRisks = bind(readCapacityRisks, async ({ id }, ctx) => {
  const [{ rows }, { rows: uses }] = await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [
    readFacts(db, id),
    readUse(db, sql`select app.capacity_demand(${id}::uuid) as demand, app.capacity_use(${id}::uuid) as use`),
  ]);
  const row = controlled(rows);
  const { demand, use } = uses[0] ?? { demand: null, use: null };
  const { refreshes, others } = await askService(ctx, row, use?.workspaces ?? []);
  return {
    running: { refreshes, exports: demand?.exports ?? 0, viewers: demand?.viewers ?? 0 },
    otherWorkspaces: others,
    refreshes: row.kind === 'fabric' ? (use?.refreshes ?? 0) : null,
    paidByReservation: toFlag(row.paidByReservation),
  };
});
