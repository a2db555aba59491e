import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import type { CustomValues } from '../../../domain/custom-fields/field.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { editUser } from '../../../domain/users/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { idRows, idsIn } from '../../http/id-rows.ts';
import { lockGroups, lockUsers } from '../../http/lock-people.ts';
import { fieldsOf, fieldsQuery } from '../custom-fields/index.ts';
import { wakeOutbox } from '../mail/index.ts';
import { personOf } from './person-input.ts';
import { type Fits, placeFits, refuseUnfit } from './place-fits.ts';
import { orTaken } from './write-outcome.ts';
import { assignments, auditOf, differing, factsOf, identityColumns, inviteAll, settingsOf } from './write-parts.ts';

type Outcome = Fits & {
  there: number;
  version: number;
  changed: number;
  accepted: boolean;
  same_email: boolean;
  same_profile: boolean;
  past: boolean;
  invited: boolean;
};

const groupNames = (of: ReturnType<typeof sql>) =>
  sql`(select coalesce(jsonb_agg(q.name order by q.sort_key), '[]') from user_groups q where q.deleted_at is null and q.id in (${of}))`;

/**
 * Changes the version that was seen. Nobody changes his own profile or address here, and the address of somebody who has accepted
 * is changed only by parting him from his account: the new address is asked again (ARCHITECTURE 10).
 */
export const editOneUser = bind(editUser, async (input, ctx) => {
  const { id, version, reinvite } = input;
  const entry = entryOf(ctx, 'users.edit');
  const [fields, values] = await ctx.database.withTenant(entry, (db) => [
    fieldsQuery(db, 'user'),
    db.execute(sql`select u.custom from users u where u.id = ${id}::uuid and u.deleted_at is null`),
  ]);
  const [stored] = rowsOf<{ custom: CustomValues }>(values);
  if (!stored) throw new AppError('not_found');
  const person = await personOf(input, { fields: fieldsOf(fields), before: stored.custom }, ctx);
  const groups = [...new Set(input.groups)];
  const isSelf = id === ctx.session.sub;
  const columns = [...identityColumns(person), ...settingsOf(person)];
  const [before, after] = [factsOf(sql`o`), factsOf(sql`x`)];
  const [, , result] = await orTaken(
    ctx.database.withTenant(entry, (db) => [
      // Two who swap groups, each in one edit, would wait for each other: the groups that one leaves and the groups that they join are locked first.
      lockUsers(db, sql`${id}::uuid`),
      lockGroups(db, sql`select m.user_group_id from user_group_members m where m.user_id = ${id}::uuid union ${idsIn(groups)}`),
      db.execute(sql`with wanted as ${idRows(groups)}, o as (select * from users where id = ${id}::uuid and deleted_at is null),
          fits as (select ${placeFits(person)}, o.version, o.account_id is not null as accepted, o.email = ${person.email} as same_email, o.profile = ${person.profile} as same_profile,
            ${person.expiresAt}::timestamptz <= app.now() and o.expires_at is distinct from ${person.expiresAt}::timestamptz as past from o),
          w as (update users t set ${assignments(columns)}, version = t.version + 1,
              rights = t.rights + (case when t.profile <> ${person.profile} or t.flags <> ${columns.find(([name]) => name === 'flags')?.[1] ?? sql`t.flags`} or (t.ip_exempt and not ${person.ipExempt}::boolean) then 1 else 0 end),
              expiry_told = case when t.expires_at is distinct from ${person.expiresAt}::timestamptz then null else t.expiry_told end,
              invited_at = case when fits.same_email then t.invited_at when ${reinvite}::boolean and t.status in ('A','T') then app.now() end
            from fits where t.id = ${id}::uuid and t.deleted_at is null and t.version = ${version} and fits.known = ${groups.length} and fits.report and fits.theme and fits.past is not true
              and (fits.same_email or not fits.accepted or ${reinvite}::boolean) and (not ${isSelf}::boolean or (fits.same_email and fits.same_profile)) returning t.*),
          d as (delete from user_group_members m using w where m.user_id = w.id and m.user_group_id not in (select wanted.id from wanted)),
          m as (insert into user_group_members (user_group_id, user_id) select wanted.id, w.id from w, wanted on conflict do nothing),
          ${inviteAll(sql`w x, fits where not fits.same_email and x.invited_at is not null`)},
          ${auditOf(
            ctx,
            sql`'user.edit'`,
            sql`jsonb_build_object('before', ${differing(sql`${before} || jsonb_build_object('groups', ${groupNames(sql`select m.user_group_id from user_group_members m where m.user_id = o.id`)})`, sql`${after} || jsonb_build_object('groups', ${groupNames(sql`select wanted.id from wanted`)})`)},
              'after', ${differing(sql`${after} || jsonb_build_object('groups', ${groupNames(sql`select wanted.id from wanted`)})`, sql`${before} || jsonb_build_object('groups', ${groupNames(sql`select m.user_group_id from user_group_members m where m.user_id = o.id`)})`)})`,
            sql`w x join o on o.id = x.id`,
          )}
        select (select count(*)::int from o) as there, (select count(*)::int from w) as changed, coalesce((select w.invited_at is not null and not fits.same_email from w), false) as invited, fits.* from o left join fits on true`),
    ]),
  );
  const outcome = rowsOf<Outcome>(result)[0];
  if (!outcome?.there) throw new AppError('not_found');
  if (outcome.changed !== 1) throw refusalOf(outcome, { version, groups: groups.length, isSelf });
  if (outcome.invited) wakeOutbox(ctx);
  return { id, version: version + 1, invited: outcome.invited };
});

function refusalOf(outcome: Outcome, asked: { version: number; groups: number; isSelf: boolean }): AppError {
  if (outcome.version !== asked.version) return new AppError('changed_meanwhile');
  if (outcome.known !== asked.groups || !outcome.report || !outcome.theme) return refuseUnfit(outcome, asked.groups);
  if (outcome.past) return new AppError('invalid_input', { name: 'expiresAt', reason: 'past' }, { field: 'expiresAt' });
  if (asked.isSelf) return new AppError('own_person', undefined, { field: outcome.same_email ? 'profile' : 'email' });
  return new AppError('email_of_account', undefined, { field: 'email' });
}
