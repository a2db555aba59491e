import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { exportAccounts } from '../../../domain/service/contract.ts';
import { exportWorkspaces } from '../../../domain/service/workspaces/contract.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../http/bind.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
import { keyset } from '../../http/keyset.ts';
import * as accounts from './account-rows.ts';
import { accountViewerOf } from './account-visible.ts';
import * as workspaces from './workspace-rows.ts';

const mostRows = 5_000;
const dayOf = (instant: string | null) => (instant ? instant.slice(0, 10).split('-').reverse().join('/') : '');

/** Rows as CSV in the person's language; spreadsheets get no formula from us. */
async function csvOf(ctx: SessionContext, name: string, rows: Record<string, string | number>[]) {
  const { default: papa } = await import('papaparse');
  const csv = papa.unparse(rows, { delimiter: languageOf(ctx) === 'en-US' ? ',' : ';', escapeFormulae: true });
  return { filename: `${name}.csv`, csv: `\ufeff${csv}`, rows: rows.length };
}
const languageOf = (ctx: SessionContext) => ctx.language ?? ctx.tenant.language;

export const exportAccountsAsCsv = bind(exportAccounts, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, accounts.sortColumns, 'name', sql`a.id`);
  const where = sql`${accounts.narrowed(accountViewerOf(ctx), input.search)} and ${accounts.inView(input.view)}`;
  const [rows] = await ctx.database.withTenant(entryOf(ctx, 'service.manage'), (db) => [
    db.execute(sql`select ${accounts.rowColumns} from ${accounts.source} where ${where} order by ${list.orderBy} limit ${mostRows}`),
  ]);
  const texts = exportTexts(languageOf(ctx));
  const items = rowsOf<accounts.Row>(rows).map(accounts.present);
  return csvOf(
    ctx,
    texts.accountsFile,
    items.map((row) => ({
      [texts.name]: row.name,
      [texts.state]: row.disabled ? texts.disabled : texts.enabled,
      [texts.directoryId]: row.directoryId,
      [texts.appId]: row.appId,
      [texts.secretEnds]: dayOf(row.secretEndsAt),
      [texts.lastTest]: row.tested === null ? texts.neverTested : row.tested === 'ok' ? texts.testPassed : texts.testFailed,
      [texts.testedOn]: dayOf(row.testedAt),
      [texts.profile]: row.profileName ?? '',
      [texts.reports]: row.reports,
      [texts.workspaces]: row.workspaces,
      [texts.registeredBy]: row.registeredBy ?? '',
      [texts.created]: dayOf(row.createdAt),
    })),
  );
});

export const exportWorkspacesAsCsv = bind(exportWorkspaces, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, workspaces.sortColumns, 'name', sql`w.id`);
  const where = workspaces.conditions(accountViewerOf(ctx), input);
  const [rows] = await ctx.database.withTenant(entryOf(ctx, 'service.manage'), (db) => [
    db.execute(sql`select ${workspaces.rowColumns} from ${workspaces.source} where ${where} order by ${list.orderBy} limit ${mostRows}`),
  ]);
  const texts = exportTexts(languageOf(ctx));
  const items = rowsOf<workspaces.Row>(rows).map(workspaces.present);
  return csvOf(
    ctx,
    texts.workspacesFile,
    items.map((row) => ({
      [texts.name]: row.name,
      [texts.serviceId]: row.serviceId,
      [texts.account]: row.accountName,
      [texts.capacity]: row.capacityId ? texts.dedicated : texts.shared,
      [texts.reports]: row.reports,
      [texts.addedBy]: row.addedBy ?? '',
      [texts.created]: dayOf(row.createdAt),
    })),
  );
});
