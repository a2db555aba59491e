import { and, eq, inArray } from 'drizzle-orm';
import { lockVersion } from '../../../db/assertions.ts';
import { auditedAct } from '../../../db/audited.ts';
import { lastOf } from '../../../db/client.ts';
import { userImports } from '../../../db/schema/user-imports.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';
import { isFixedTarget, mappingProblems } from '../../../domain/user-imports/columns.ts';
import { mapColumns } from '../../../domain/user-imports/contract.ts';
import { defaultChoices } from '../../../domain/user-imports/options.ts';
import { profilesIn } from '../../../domain/users/person.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { refuseGiving } from '../../request/refuse-giving.ts';
import { pendingRows, readAnew } from './checking.ts';
import { getFacts, getGroups, unknownGroups, valuesForAll } from './facts.ts';
import { findImport, toDraft } from './import-row.ts';
import { getLearned, learnedQueries, rememberColumns } from './learned.ts';
import { countRows, findClashes, forManyRows, getCounts, skipDone, storeRows } from './user-imports.sql.ts';

/** Maps the columns and checks every row: the cells here, conflicts in the database; two trips for 5,000 rows. */
export const setMapping = bind(mapColumns, async ({ id, mapping, choices: chosen, fixed }, ctx) => {
  const entry = getEntry(ctx, 'users.import');
  const [found, rows, groups, heads, fields] = await ctx.database.withTenant(entry, (db) => [
    findImport(db, id),
    pendingRows(db, id),
    getGroups(db),
    ...learnedQueries(db, []),
  ]);
  const draft = toDraft(found);
  const choices = { ...defaultChoices, ...draft.options.choices, ...chosen };
  const { custom } = getLearned(heads, fields);
  const unknown = mapping.find((target) => target !== null && !isFixedTarget(target) && !custom.some((field) => field.key === target));
  if (unknown || mapping.length !== draft.headers.length) throw invalidInput('mapping');
  const [wrong] = mappingProblems(mapping);
  if (wrong) throw new AppError('import_mapping', { target: wrong.target, reason: wrong.code }, { field: 'mapping' });
  if (fixed.profile && !profilesIn(ctx.tenant.kind).includes(fixed.profile)) throw invalidInput('fixed.profile');
  refuseGiving(ctx, { profile: fixed.profile }, 'fixed.profile');
  const facts = await getFacts(ctx, { groups, choices, fixed, fields });
  const missing = unknownGroups(facts, fixed);
  if (missing.length > 0) throw new AppError('import_group_unknown', { name: missing.join(', ') }, { field: 'fixed.groups' });
  const forAll = valuesForAll(fixed, facts);
  if (!forAll) throw invalidInput('fixed.expiresAt', 'past');
  const fresh = readAnew(rows, mapping, facts);
  const options = { ...draft.options, choices, fixed, forAll };
  const seen = and(eq(userImports.id, id), inArray(userImports.state, ['mapping', 'review']), eq(userImports.version, draft.version));
  const version = draft.version + 1;
  const results = await ctx.database.withTenant(entry, (db) => [
    forManyRows(db),
    lockVersion(db, userImports, seen),
    db.update(userImports).set({ mapping, options, state: 'review', version }).where(eq(userImports.id, id)),
    auditedAct(db, ctx, 'user_import.map', id, { mapping, choices, fixed }),
    rememberColumns(db, draft.headers, mapping),
    storeRows(db, id, version, fresh),
    skipDone(db, id),
    findClashes(db, id),
    countRows(db, id),
  ]);
  const counted = lastOf(results);
  return { status: 'ok' as const, counts: getCounts(counted) };
});
