import { and, eq, inArray, sql } from 'drizzle-orm';
import { lockVersion } from '../../../db/assertions.ts';
import { auditedAct } from '../../../db/audited.ts';
import { userImportRows, userImports } from '../../../db/schema/user-imports.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { cancelUserImport, removeUserImport, reopenUserImport } from '../../../domain/user-imports/contract.ts';
import { defaultChoices, noFixed } from '../../../domain/user-imports/options.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { pendingRows, readAnew } from './checking.ts';
import { getFacts, getGroups } from './facts.ts';
import { findImport, oneImport, toDraft } from './import-row.ts';
import { learnedQueries } from './learned.ts';
import { cancelRow, findClashes, forgetRow, forManyRows, storeRows } from './user-imports.sql.ts';

/** Cancels a run. A batch locks its import while it works, so this waits for the current batch, and none begins after it. */
export const cancelOneImport = bind(cancelUserImport, async ({ id }, ctx) => {
  const [found, { rows }] = await ctx.database.withTenant(getEntry(ctx, 'users.import'), (db) => [
    findImport(db, id),
    cancelRow(db, ctx, id),
  ]);
  oneImport(found);
  if (rows.length !== 1) throw new AppError('changed_meanwhile');
  return { status: 'ok' as const };
});

/** Reopens the review of an ended import: imported rows stay imported, the rest can be fixed and tried again. */
export const reopenOneImport = bind(reopenUserImport, async ({ id }, ctx) => {
  const entry = getEntry(ctx, 'users.import');
  const [found, rows, groups, , fields] = await ctx.database.withTenant(entry, (db) => [
    findImport(db, id),
    pendingRows(db, id, sql`(r.n > i.header_row and not r.removed and r.state <> 'success')`),
    getGroups(db),
    ...learnedQueries(db, []),
  ]);
  const { mapping, options, version } = toDraft(found, ['done', 'cancelled']);
  const { choices = defaultChoices, fixed = noFixed } = options;
  const fresh = readAnew(rows, mapping, await getFacts(ctx, { groups, choices, fixed, fields }));
  await ctx.database.withTenant(entry, (db) => [
    forManyRows(db),
    lockVersion(db, userImports, and(eq(userImports.id, id), inArray(userImports.state, ['done', 'cancelled']))),
    db
      .update(userImports)
      .set({ state: 'review', endedAt: null, version: sql`${userImports.version} + 1` })
      .where(eq(userImports.id, id)),
    db
      .update(userImportRows)
      .set({ state: 'pending', clashes: [] })
      .where(and(eq(userImportRows.importId, id), eq(userImportRows.state, 'failed'))),
    auditedAct(db, ctx, 'user_import.reopen', id, {}),
    storeRows(db, id, version + 1, fresh),
    findClashes(db, id),
  ]);
  return { status: 'ok' as const };
});

export const forgetImport = bind(removeUserImport, async ({ id }, ctx) => {
  const [found, { rows }] = await ctx.database.withTenant(getEntry(ctx, 'users.import'), (db) => [
    findImport(db, id),
    forgetRow(db, ctx, id),
  ]);
  oneImport(found);
  if (rows.length !== 1) throw new AppError('changed_meanwhile');
  return { status: 'ok' as const };
});
