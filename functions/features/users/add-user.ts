import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { isOn } from '../../../domain/contract/fields.ts';
import { addUser } from '../../../domain/users/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { idRows, idsIn } from '../../http/id-rows.ts';
import { lockGroups } from '../../http/lock-people.ts';
import { newId } from '../../services/ids.ts';
import { fieldsOf, fieldsQuery } from '../custom-fields/index.ts';
import { wakeOutbox } from '../mail/index.ts';
import { personOf, refusePast } from './person-input.ts';
import { type Fits, placeFits, refuseUnfit } from './place-fits.ts';
import { orTaken } from './write-outcome.ts';
import { auditOf, columnNames, columnValues, factsOf, identityColumns, inviteAll, settingsOf, wantsInvitation } from './write-parts.ts';

type Outcome = Fits & { added: number; invited: boolean };

/** One guarded statement: the person, his groups, the audit row and the invitation, or nothing. The database keeps the limit. */
export const addOneUser = bind(addUser, async (input, ctx) => {
  const entry = entryOf(ctx, 'users.edit');
  const [fields] = await ctx.database.withTenant(entry, (db) => [fieldsQuery(db, 'user')]);
  const person = await personOf(input, { fields: fieldsOf(fields), before: null }, ctx);
  refusePast(person.expiresAt, ctx);
  const id = newId(ctx.clock.now());
  const groups = [...new Set(input.groups)];
  const columns = [...identityColumns(person), ...settingsOf(person)];
  const invite = input.status === 'D' ? false : input.invite === undefined ? null : isOn(input.invite);
  const [, result] = await orTaken(
    ctx.database.withTenant(entry, (db) => [
      lockGroups(db, idsIn(groups)),
      db.execute(sql`with wanted as ${idRows(groups)}, fits as (select ${placeFits(person)}, ${wantsInvitation(invite)} as invites),
          w as (insert into users (id, status, invited_at, ${columnNames(columns)}) select ${id}::uuid, ${input.status}, case when fits.invites then app.now() end, ${columnValues(columns)}
            from fits where fits.known = ${groups.length} and fits.report and fits.theme returning users.*),
          m as (insert into user_group_members (user_group_id, user_id) select wanted.id, w.id from w, wanted),
          ${inviteAll(sql`w x where x.invited_at is not null`)},
          ${auditOf(ctx, sql`'user.add'`, sql`jsonb_build_object('after', ${factsOf(sql`x`)} || jsonb_build_object('groups', (select coalesce(jsonb_agg(q.name order by q.sort_key), '[]') from user_groups q join wanted on wanted.id = q.id)))`, sql`w x`)}
        select (select count(*)::int from w) as added, coalesce((select w.invited_at is not null from w), false) as invited, fits.* from fits`),
    ]),
  );
  const outcome = rowsOf<Outcome>(result)[0];
  if (outcome?.added !== 1) throw refuseUnfit(outcome, groups.length);
  if (outcome.invited) wakeOutbox(ctx);
  return { id, version: 1, invited: outcome.invited };
});
