import { type SQL, sql } from 'drizzle-orm';
import { exportPartners, exportUnits, type TenantRow } from '../../../domain/tenants/contract.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { entryOf, type SessionContext } from '../../request/context.ts';
import { keyset } from '../../request/keyset.ts';
import { dayOf, type FileColumn, languageOf, partOf, tableFile } from '../../request/table-file.ts';
import { conditionsOf } from './list-partners.ts';
import { shown } from './list-units.ts';
import { presentTenant, sortColumns } from './tenant-row.ts';
import { readTenants } from './tenants.sql.ts';

type Wanted = { sort?: string | undefined; part?: number | undefined };

async function fileOf(ctx: SessionContext, action: 'units.manage' | 'partners.read', where: SQL, input: Wanted) {
  const list = keyset({ sort: input.sort }, sortColumns, 'name', sql`t.id`);
  const [{ rows }] = await ctx.database.withWide(entryOf(ctx, action), (db) => [readTenants(db, { ...list, where, limit: partOf(input) })]);
  const t = exportTexts(languageOf(ctx));
  const status = { A: t.active, T: t.onTrial, B: t.blocked, I: t.inactive, D: t.deleted };
  const all = action === 'partners.read';
  const place: Record<string, FileColumn<TenantRow>> = all
    ? {
        kind: [t.kind, (row) => (row.kind === 'partner' ? t.partner : t.unit)],
        parent: [t.partner, (row) => (row.kind === 'unit' ? row.parent : '')],
      }
    : {};
  return tableFile(ctx, all ? t.partnersFile : t.unitsFile, rows.map(presentTenant), {
    name: [t.name, (row) => row.name],
    ...place,
    host: [t.domain, (row) => row.ownDomain ?? row.host],
    users: [t.users, (row) => row.users],
    userLimit: [t.userLimit, (row) => row.userLimit],
    bonus: [t.bonusUsers, (row) => row.bonusUsers],
    reports: [t.reports, (row) => row.reports],
    status: [t.status, (row) => status[row.status]],
    reason: [t.reason, (row) => row.statusReason],
    trialEnd: [t.trialEnd, (row) => (row.status === 'T' ? dayOf(ctx, row.trialEndsAt) : '')],
    activity: [t.lastActivity, (row) => dayOf(ctx, row.lastActivityAt)],
    created: [t.created, (row) => dayOf(ctx, row.createdAt)],
  });
}

export const exportAllUnits = bind(exportUnits, (input, ctx) => fileOf(ctx, 'units.manage', shown(input), input));
export const exportAllPartners = bind(exportPartners, (input, ctx) => fileOf(ctx, 'partners.read', conditionsOf(input), input));
