import { type SQL, sql } from 'drizzle-orm';
import { exportPartners, exportUnits, type TenantRow } from '../../../domain/tenants/contract.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { keyset } from '../../request/keyset.ts';
import { type FileColumn, getDay, getLanguage, getPart, tableFile } from '../../request/table-file.ts';
import { getConditions } from './list-partners.ts';
import { shown } from './list-units.ts';
import { presentTenant, sortColumns } from './tenant-row.ts';
import { readTenants } from './tenants.sql.ts';

type Wanted = { sort?: string | undefined; part?: number | undefined };

async function getFile(ctx: SessionContext, action: 'units.manage' | 'partners.read', where: SQL, input: Wanted) {
  const list = keyset({ sort: input.sort }, sortColumns, 'name', sql`t.id`);
  const [{ rows }] = await ctx.database.withWide(getEntry(ctx, action), (db) => [
    readTenants(db, { ...list, where, limit: getPart(input) }),
  ]);
  const t = exportTexts(getLanguage(ctx));
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
    trialEnd: [t.trialEnd, (row) => (row.status === 'T' ? getDay(ctx, row.trialEndsAt) : '')],
    activity: [t.lastActivity, (row) => getDay(ctx, row.lastActivityAt)],
    created: [t.created, (row) => getDay(ctx, row.createdAt)],
  });
}

export const exportAllUnits = bind(exportUnits, (input, ctx) => getFile(ctx, 'units.manage', shown(input), input));
export const exportAllPartners = bind(exportPartners, (input, ctx) => getFile(ctx, 'partners.read', getConditions(input), input));
