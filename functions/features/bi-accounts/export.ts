import { and, sql } from 'drizzle-orm';
import { exportAccounts } from '../../../domain/bi-accounts/contract.ts';
import { exportWorkspaces } from '../../../domain/bi-accounts/workspaces/contract.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset } from '../../request/keyset.ts';
import { getDay, getLanguage, partRange, tableFile } from '../../request/table-file.ts';
import * as accounts from './account-rows.ts';
import { getAccountViewer } from './account-visible.ts';
import * as workspaces from './workspace-rows.ts';

export const exportAccountsAsCsv = bind(exportAccounts, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, accounts.sortColumns, 'name', sql`a.id`);
  const where = and(accounts.narrowed(getAccountViewer(ctx), input.search), accounts.inView(input.view));
  const part = partRange(input);
  const [rows] = await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [
    accounts.shownAccounts(db, {}).where(where).orderBy(list.orderBy).limit(part.take).offset(part.skip),
  ]);
  const texts = exportTexts(getLanguage(ctx));
  return tableFile(ctx, texts.accountsFile, rows.map(accounts.present), {
    name: [texts.name, (row) => row.name],
    state: [texts.state, (row) => (row.disabled ? texts.disabled : texts.enabled)],
    directory: [texts.directoryId, (row) => row.directoryId],
    appId: [texts.appId, (row) => row.appId],
    ends: [texts.secretEnds, (row) => getDay(ctx, row.secretEndsAt)],
    test: [texts.lastTest, (row) => (row.tested === null ? texts.neverTested : row.tested === 'ok' ? texts.testPassed : texts.testFailed)],
    testedOn: [texts.testedOn, (row) => getDay(ctx, row.testedAt)],
    profile: [texts.profile, (row) => row.profileName],
    reports: [texts.reports, (row) => row.reports],
    workspaces: [texts.workspaces, (row) => row.workspaces],
    registeredBy: [texts.registeredBy, (row) => row.registeredBy],
    created: [texts.created, (row) => getDay(ctx, row.createdAt)],
  });
});

export const exportWorkspacesAsCsv = bind(exportWorkspaces, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, workspaces.sortColumns, 'name', sql`w.id`);
  const where = workspaces.conditions(getAccountViewer(ctx), input);
  const part = partRange(input);
  const [rows] = await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [
    workspaces.shownWorkspaces(db, list.sortValue).where(where).orderBy(list.orderBy).limit(part.take).offset(part.skip),
  ]);
  const texts = exportTexts(getLanguage(ctx));
  return tableFile(ctx, texts.workspacesFile, rows.map(workspaces.present), {
    name: [texts.name, (row) => row.name],
    serviceId: [texts.serviceId, (row) => row.serviceId],
    account: [texts.account, (row) => row.accountName],
    capacity: [texts.capacity, (row) => (row.capacityId ? texts.dedicated : texts.shared)],
    reports: [texts.reports, (row) => row.reports],
    addedBy: [texts.addedBy, (row) => row.addedBy],
    created: [texts.created, (row) => getDay(ctx, row.createdAt)],
  });
});
