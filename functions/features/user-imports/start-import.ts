import { eq } from 'drizzle-orm';
import { lastOf } from '../../../db/client.ts';
import { userImports } from '../../../db/schema/user-imports.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { startUserImport } from '../../../domain/user-imports/contract.ts';
import { defaultChoices, noFixed } from '../../../domain/user-imports/options.ts';
import { exceedsVisit, refuseStart } from '../../../domain/user-imports/start.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { sendMessage } from '../../request/messages.ts';
import { refuseGiving } from '../../request/refuse-giving.ts';
import { pendingRows, readAnew } from './checking.ts';
import { getFacts, getGroups } from './facts.ts';
import { readStillAllowed } from './from-unit.ts';
import { findImport, toDraft } from './import-row.ts';
import { learnedQueries } from './learned.ts';
import { findClashes, forManyRows, startRow, storeRows } from './user-imports.sql.ts';

/** Checks everything once more, because the unit may have changed since the review, and begins; of two concurrent calls one begins. */
export const startOneImport = bind(startUserImport, async ({ id, ignore }, ctx) => {
  const entry = getEntry(ctx, 'users.import');
  const [found, allowed, rows, groups, , fields] = await ctx.database.withTenant(entry, (db) => [
    findImport(db, id),
    readStillAllowed(db, id),
    pendingRows(db, id),
    getGroups(db),
    ...learnedQueries(db, []),
  ]);
  const draft = toDraft(found, ['review']);
  if (allowed.rows[0]?.allowed !== true) throw new AppError('function_disabled');
  const { choices = defaultChoices, fixed = noFixed } = draft.options;
  refuseGiving(ctx, { profile: fixed.profile }, 'profile');
  const fresh = readAnew(rows, draft.mapping, await getFacts(ctx, { groups, choices, fixed, fields }));
  if (ctx.session.acting && exceedsVisit([...rows, ...fresh], choices)) throw new AppError('act_as_blocked');
  const results = await ctx.database.withTenant(entry, (db) => [
    forManyRows(db),
    db.select({ id: userImports.id }).from(userImports).where(eq(userImports.id, id)).for('update'),
    storeRows(db, id, draft.version, fresh),
    findClashes(db, id),
    startRow(db, ctx, { id, version: draft.version, ignore }),
  ]);
  const [outcome] = lastOf(results).rows;
  throwIfRefused(refuseStart(outcome, ignore));
  ctx.later(nextBatch(ctx, id));
  return { status: 'ok' as const, rows: outcome?.ready ?? 0 };
});

const nextBatch = (ctx: SessionContext, id: string) => sendMessage(ctx.env, { kind: 'user-import', tenant: ctx.session.tenant, id });
