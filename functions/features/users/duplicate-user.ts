import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { mayGive } from '../../../domain/access/giving.ts';
import { profiles } from '../../../domain/access/profile.ts';
import { isOn } from '../../../domain/contract/fields.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { duplicateUser } from '../../../domain/users/change-contract.ts';
import { flagsFor } from '../../../domain/users/person.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { lockGroups } from '../../http/lock-people.ts';
import { newId } from '../../services/ids.ts';
import { wakeOutbox } from '../mail/index.ts';
import { identityOf } from './person-input.ts';
import { orTaken } from './write-outcome.ts';
import { auditOf, columnNames, columnValues, factsOf, identityColumns, inviteAll, textArray, wantsInvitation } from './write-parts.ts';

// What is a person's own stays with him: picture, preferences, favourites, hours of his sign-ins, consent to remote access.
const copied = sql`profile, flags, language, department, "position", rls_username, rls_roles, custom, custom_own, home_page, home_report_id, theme_id, expires_at, ip_exempt, access_hours`;

const groupNames = sql`(select coalesce(jsonb_agg(q.name order by q.sort_key), '[]') from user_group_members c join user_groups q on q.id = c.user_group_id and q.deleted_at is null join o on o.id = c.user_id)`;

/** A second person like the first; what led the first to a report leads the second there too, as himself. */
export const duplicateOneUser = bind(duplicateUser, async (input, ctx) => {
  const id = newId(ctx.clock.now());
  const [profile] = ctx.tenant.kind === 'unit' ? ['user'] : ctx.tenant.kind === 'partner' ? ['master'] : ['a2m'];
  const identity = identityColumns(await identityOf(input, profile ?? 'user', ctx));
  // The copy has the profile and the flags of the first: who may not give them may not copy them.
  const givable = profiles
    .filter((each) => mayGive(ctx.session, { profile: each }))
    .map((each) => {
      const flags = flagsFor(each).filter((flag) => mayGive(ctx.session, { profile: each, flags: [flag] }));
      return sql`(o.profile = ${each} and o.flags <@ ${textArray(flags)})`;
    });
  const [, result] = await orTaken(
    ctx.database.withTenant(entryOf(ctx, 'users.edit'), (db) => [
      lockGroups(db, sql`select m.user_group_id from user_group_members m where m.user_id = ${input.id}::uuid`),
      db.execute(sql`with o as (select * from users where id = ${input.id}::uuid and deleted_at is null),
          w as (insert into users (id, status, invited_at, ${columnNames(identity)}, ${copied})
            select ${id}::uuid, case o.status when 'T' then 'T' else 'A' end, case when ${wantsInvitation(input.invite === undefined ? null : isOn(input.invite))} then app.now() end, ${columnValues(identity)},
              profile, flags, language, department, "position", rls_username, rls_roles, custom, custom_own, home_page, home_report_id, theme_id, case when o.expires_at > app.now() then o.expires_at end, ip_exempt, access_hours from o where ${givable.length > 0 ? sql.join(givable, sql` or `) : sql`false`} returning users.*),
          m as (insert into user_group_members (user_group_id, user_id) select c.user_group_id, w.id from w, user_group_members c where c.user_id = ${input.id}::uuid),
          v as (insert into viewers (target_id, user_id) select c.target_id, w.id from w, viewers c where c.user_id = ${input.id}::uuid),
          g as (insert into grants (id, report_id, subject, user_id, identity, filters, valid_until, source, granted_by_id, note)
            select gen_random_uuid(), c.report_id, c.subject, w.id, c.identity, c.filters, c.valid_until, 'manual', (select app.user_id()), c.note from w, grants c where c.user_id = ${input.id}::uuid and (c.valid_until is null or c.valid_until > app.now())),
          ${inviteAll(sql`w x where x.invited_at is not null`)},
          ${auditOf(ctx, sql`'user.duplicate'`, sql`jsonb_build_object('before', jsonb_build_object('from', o.name), 'after', ${factsOf(sql`x`)} || jsonb_build_object('groups', ${groupNames}))`, sql`w x, o`)}
        select (select count(*)::int from o) as there, (select count(*)::int from w) as added, coalesce((select w.invited_at is not null from w), false) as invited`),
    ]),
  );
  const outcome = rowsOf<{ there: number; added: number; invited: boolean }>(result)[0];
  if (!outcome?.there) throw new AppError('not_found');
  if (outcome.added !== 1) throw new AppError('gives_more', undefined, { field: 'profile' });
  if (outcome.invited) wakeOutbox(ctx);
  return { id, version: 1, invited: outcome.invited };
});
