import { eq } from 'drizzle-orm';
import { lastOf } from '../../../db/client.ts';
import { userImports } from '../../../db/schema/user-imports.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { type Choices, startUserImport } from '../../../domain/user-imports/contract.ts';
import { defaultChoices, noFixed } from '../../../domain/user-imports/options.ts';
import type { ImportedPerson } from '../../../domain/user-imports/read-row.ts';
import { refuseStart } from '../../../domain/user-imports/start.ts';
import { bind } from '../../http/bind.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
import { sendMessage } from '../../http/messages.ts';
import { refuseGiving } from '../../http/refuse-giving.ts';
import { liveRows, readAnew, type StoredRow } from './checking.ts';
import { factsOf, groupsOf } from './facts.ts';
import { draftOf, findImport } from './import-row.ts';
import { learnedQueries } from './learned.ts';
import { findClashes, forManyRows, startRow, storeRows } from './user-imports.sql.ts';

/** Checks everything once more, for the unit has gone on since the review, and begins; of two who press at once one begins. */
export const startOneImport = bind(startUserImport, async ({ id, ignore }, ctx) => {
  const entry = entryOf(ctx, 'users.import');
  const [found, rows, groups, , fields] = await ctx.database.withTenant(entry, (db) => [
    findImport(db, id),
    liveRows(db, id),
    groupsOf(db),
    ...learnedQueries(db, []),
  ]);
  const draft = draftOf(found, ['review']);
  const { choices = defaultChoices, fixed = noFixed } = draft.options;
  refuseGiving(ctx, { profile: fixed.profile }, 'profile');
  const fresh = readAnew(rows, draft.mapping, await factsOf(ctx, { groups, choices, fixed, fields }));
  if (ctx.session.acting) refuseInVisit([...rows, ...fresh], choices);
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

/** The rows are carried out by a job: who visits adds people without a profile above user, and changes nobody who is here. */
function refuseInVisit(rows: readonly Pick<StoredRow, 'person'>[], { update }: Choices): void {
  const raises = ({ person }: Pick<StoredRow, 'person'>) => ((person as ImportedPerson | null)?.profile ?? 'user') !== 'user'; // because readRow has made it
  if (update || rows.some(raises)) throw new AppError('act_as_blocked');
}

const nextBatch = (ctx: SessionContext, id: string) => sendMessage(ctx.env, { kind: 'user-import', tenant: ctx.session.tenant, id });
