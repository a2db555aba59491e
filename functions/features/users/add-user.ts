import { sql } from 'drizzle-orm';
import { audited } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { outbox } from '../../../db/schema/jobs.ts';
import { tenants } from '../../../db/schema/tenants.ts';
import { userGroupMembers } from '../../../db/schema/user-groups.ts';
import { isOn } from '../../../domain/contract/flag.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { addUser } from '../../../domain/users/contract.ts';
import { getFacts } from '../../../domain/users/facts.ts';
import { refusePlaces } from '../../../domain/users/places.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { idsIn } from '../../request/id-rows.ts';
import { lockGroups } from '../../request/lock-people.ts';
import { newId } from '../../services/ids.ts';
import { fieldsQuery, getFields } from '../custom-fields/index.ts';
import { wakeOutbox } from '../mail/index.ts';
import { getPerson, refusePast } from './person-input.ts';
import { getPlaces, holdPlaces, readPlaces } from './places.ts';
import { orTaken } from './write-outcome.ts';
import { columnNames, columnValues, getSettings, identityColumns, invitesByItself, isOwnTenant } from './write-parts.ts';

// The role may not write every column of a user, and the builder would name them all.
const insertRow = raw('users.add', {});

/** Adds a user with their groups and the invitation, or nothing. The database enforces the user limit. */
export const addOneUser = bind(addUser, async (input, ctx) => {
  const entry = getEntry(ctx, 'users.edit');
  const groups = [...new Set(input.groups)];
  const asked = { groups, homeReportId: input.homeReportId, themeId: input.themeId };
  const [fields, [setting], ...named] = await ctx.database.withTenant(entry, (db) => [
    fieldsQuery(db, 'user'),
    db.select({ invites: invitesByItself }).from(tenants).where(isOwnTenant),
    ...readPlaces(db, asked),
  ]);
  const person = await getPerson(input, { fields: getFields(fields), before: null }, ctx);
  refusePast(person.expiresAt, ctx);
  const places = getPlaces(...named);
  throwIfRefused(refusePlaces(asked, places));
  const id = newId(ctx.clock.now());
  const invited = input.status !== 'D' && (input.invite === undefined ? (setting?.invites ?? false) : isOn(input.invite));
  const columns = [...identityColumns(person), ...getSettings(person)];

  await orTaken(
    ctx.database.withTenant(entry, (db) => [
      lockGroups(db, idsIn(groups)),
      ...holdPlaces(db, asked),
      insertRow(
        db,
        sql`insert into users (id, status, invited_at, ${columnNames(columns)})
          values (${id}::uuid, ${input.status}, ${invited ? sql`app.now()` : sql`null`}, ${columnValues(columns)})`,
      ),
      ...(groups.length > 0 ? [db.insert(userGroupMembers).values(groups.map((userGroupId) => ({ userGroupId, userId: id })))] : []),
      ...(invited ? [db.insert(outbox).values({ kind: 'account.invite', body: { user_id: id } })] : []),
      audited(db, ctx, 'user.add', id, { after: { ...getFacts(person, places), status: input.status } }),
    ]),
  );
  if (invited) wakeOutbox(ctx);
  return { id, version: 1, invited };
});
