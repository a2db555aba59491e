import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { isFixedTarget, mappingProblems } from '../../../domain/user-imports/columns.ts';
import { mapColumns } from '../../../domain/user-imports/contract.ts';
import { profilesIn } from '../../../domain/users/person.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { refuseGiving } from '../../http/refuse-giving.ts';
import { countRows, countsOf, findClashes, forManyRows, liveRows, readAnew, type StoredRow, skipDone, storeRows } from './checking.ts';
import { factsOf, groupsOf, unknownGroups, valuesForAll } from './facts.ts';
import { draftOf, findImport } from './import-row.ts';
import { learnedOf, learnedQueries, rememberColumns } from './learned.ts';

/** Takes the columns and checks every row: what the cells say here, what collides in the database; two trips for 5,000 rows. */
export const setMapping = bind(mapColumns, async ({ id, mapping, choices, fixed }, ctx) => {
  const entry = entryOf(ctx, 'users.import');
  const [found, rows, groups, heads, fields] = await ctx.database.withTenant(entry, (db) => [
    findImport(db, id),
    liveRows(db, id),
    groupsOf(db),
    ...learnedQueries(db, []),
  ]);
  const draft = draftOf(found);
  const { custom } = learnedOf(heads, fields);
  const unknown = mapping.find((target) => target !== null && !isFixedTarget(target) && !custom.some((field) => field.key === target));
  if (unknown || mapping.length !== draft.headers.length)
    throw new AppError('invalid_input', { name: 'mapping', reason: 'invalid' }, { field: 'mapping' });
  const [wrong] = mappingProblems(mapping);
  if (wrong) throw new AppError('import_mapping', { target: wrong.target, reason: wrong.code }, { field: 'mapping' });
  if (fixed.profile && !profilesIn(ctx.tenant.kind).includes(fixed.profile))
    throw new AppError('invalid_input', { name: 'fixed.profile', reason: 'invalid' }, { field: 'fixed.profile' });
  refuseGiving(ctx, { profile: fixed.profile }, 'fixed.profile');
  const facts = await factsOf(ctx, { groups, choices, fixed, fields });
  const missing = unknownGroups(facts, fixed);
  if (missing.length > 0) throw new AppError('import_group_unknown', { name: missing.join(', ') }, { field: 'fixed.groups' });
  const forAll = valuesForAll(fixed, facts);
  if (!forAll) throw new AppError('invalid_input', { name: 'fixed.expiresAt', reason: 'past' }, { field: 'fixed.expiresAt' });
  const fresh = readAnew(rowsOf<StoredRow>(rows), mapping, facts);
  const options = { ...draft.options, choices, fixed, forAll };
  const [, written, , , , counted] = await ctx.database.withTenant(entry, (db) => [
    forManyRows(db),
    db.execute(sql`with w as (update user_imports set mapping = ${JSON.stringify(mapping)}::jsonb, options = ${JSON.stringify(options)}::jsonb, state = 'review', version = version + 1
          where id = ${id}::uuid and state in ('mapping','review') and version = ${draft.version}::int returning id),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'user_import.map', w.id, jsonb_build_object('mapping', ${JSON.stringify(mapping)}::jsonb, 'choices', ${JSON.stringify(choices)}::jsonb, 'fixed', ${JSON.stringify(fixed)}::jsonb), ${ctx.address}, ${ctx.requestId} from w),
        m as (${rememberColumns(draft.headers, mapping)})
      select id from w`),
    storeRows(db, id, draft.version + 1, fresh),
    skipDone(db, id),
    findClashes(db, id),
    countRows(db, id),
  ]);
  if (written.rows.length !== 1) throw new AppError('changed_meanwhile');
  return { status: 'ok' as const, counts: countsOf(counted) };
});
