import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { type Choices, startUserImport } from '../../../domain/user-imports/contract.ts';
import type { ImportedPerson } from '../../../domain/user-imports/read-row.ts';
import { bind } from '../../http/bind.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
import { sendMessage } from '../../http/messages.ts';
import { refuseGiving } from '../../http/refuse-giving.ts';
import { findClashes, forManyRows, isFaulty, isLive, isReady, liveRows, readAnew, type StoredRow, storeRows } from './checking.ts';
import { factsOf, groupsOf } from './facts.ts';
import { defaultChoices, draftOf, findImport, noFixed } from './import-row.ts';
import { learnedQueries } from './learned.ts';

type Outcome = { bad: number; ready: number; started: number };

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
  const stored = rowsOf<StoredRow>(rows);
  const fresh = readAnew(stored, draft.mapping, await factsOf(ctx, { groups, choices, fixed, fields }));
  if (ctx.session.acting) refuseInVisit([...stored, ...fresh], choices);
  const [, , , , result] = await ctx.database.withTenant(entry, (db) => [
    forManyRows(db),
    db.execute(sql`select 1 from user_imports where id = ${id}::uuid for update`),
    storeRows(db, id, draft.version, fresh),
    findClashes(db, id),
    db.execute(sql`with c as (select count(*) filter (where ${isFaulty})::int as bad, count(*) filter (where ${isReady})::int as ready, count(*) filter (where not r.removed and r.state = 'success')::int as already
          from user_imports i join user_import_rows r on r.tenant_id = i.tenant_id and r.import_id = i.id where i.id = ${id}::uuid and r.n > i.header_row),
        w as (update user_imports i set state = 'running', cancelled = false, started_at = app.now(), ended_at = null, taken_until = app.now() + interval '1 minute', total = c.bad + c.ready + c.already, failed = c.bad, succeeded = c.already,
            version = i.version + 1 from c where i.id = ${id}::uuid and i.state = 'review' and i.version = ${draft.version}::int and (${ignore}::boolean or c.bad = 0) and c.ready > 0 returning i.id, i.tenant_id, i.header_row, i.name, i.failed),
        f as (update user_import_rows r set state = 'failed', problems = r.problems || r.clashes, clashes = '[]' from w i where r.tenant_id = i.tenant_id and r.import_id = i.id and ${isLive} and (r.problems <> '[]'::jsonb or r.clashes <> '[]'::jsonb)),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'user_import.start', w.id, jsonb_build_object('name', w.name, 'rows', c.ready, 'ignored', c.bad), ${ctx.address}, ${ctx.requestId} from w, c)
      select c.bad, c.ready, (select count(*)::int from w) as started from c`),
  ]);
  const [outcome] = rowsOf<Outcome>(result);
  if (!outcome?.started) throw refusalOf(outcome, ignore);
  ctx.later(nextBatch(ctx, id));
  return { status: 'ok' as const, rows: outcome.ready };
});

/** The rows are carried out by a job: who visits adds people without a profile above user, and changes nobody who is here. */
function refuseInVisit(rows: readonly Pick<StoredRow, 'person'>[], { update }: Choices): void {
  const raises = ({ person }: Pick<StoredRow, 'person'>) => ((person as ImportedPerson | null)?.profile ?? 'user') !== 'user'; // because readRow has made it
  if (update || rows.some(raises)) throw new AppError('act_as_blocked');
}

function refusalOf(outcome: Outcome | undefined, ignore: boolean): AppError {
  if (outcome && outcome.bad > 0 && !ignore) return new AppError('import_rows_invalid', { count: outcome.bad });
  return outcome?.ready === 0 ? new AppError('import_no_rows') : new AppError('changed_meanwhile');
}

const nextBatch = (ctx: SessionContext, id: string) => sendMessage(ctx.env, { kind: 'user-import', tenant: ctx.session.tenant, id });
