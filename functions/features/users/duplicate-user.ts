import { and, eq, isNull, sql } from 'drizzle-orm';
import { jsonOf } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { users } from '../../../db/schema/users.ts';
import { isOn } from '../../../domain/contract/fields.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { keysOf, recordOf } from '../../../domain/fields/fields.ts';
import { duplicateUser } from '../../../domain/users/change-contract.ts';
import { decideDuplicate } from '../../../domain/users/duplicate.ts';
import { type PersonColumn, textNames, userTexts } from '../../../domain/users/fields.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { lockGroups } from '../../request/lock-people.ts';
import { newId } from '../../services/ids.ts';
import { wakeOutbox } from '../mail/index.ts';
import { identityOf } from './person-input.ts';
import { orTaken } from './write-outcome.ts';
import { auditOf, columnNames, columnValues, factsOf, identityColumns, inviteAll, wantsInvitation } from './write-parts.ts';

// Personal data isn't copied: picture, preferences, favorites, sign-in times, consent to remote access. An expiry is, while it lies ahead.
const isCopied: Record<PersonColumn | 'customOwn' | 'homeReportId' | 'themeId', boolean> = {
  ...{ name: false, email: false, phone: false, expiresAt: false, allowRemote: false },
  ...recordOf(textNames, (name) => userTexts[name].copied),
  ...{ profile: true, flags: true, position: true, language: true, custom: true, customOwn: true, accessHours: true, ipExempt: true },
  ...{ homePage: true, homeReportId: true, themeId: true, rlsUsername: true, rlsRoles: true },
};
const copied = sql.join(
  keysOf(isCopied).flatMap((name) => (isCopied[name] ? [sql.identifier(users[name].name)] : [])),
  sql`, `,
);

const groupNames = sql`(select coalesce(jsonb_agg(q.name order by q.sort_key), '[]') from user_group_members c
  join user_groups q on q.id = c.user_group_id and q.deleted_at is null join o on o.id = c.user_id)`;
const change = { before: { from: sql`o.name` }, after: sql`${factsOf(sql`x`)} || ${jsonOf({ groups: groupNames })}` };
const addedRows = raw('users.duplicate', { invited: 'bool' });

/**
 * A second user like the first, with the same access to reports but their own identity. The copy is one statement: it copies what the
 * original has at that moment.
 */
export const duplicateOneUser = bind(duplicateUser, async (input, ctx) => {
  const id = newId(ctx.clock.now());
  const [profile] = ctx.tenant.kind === 'unit' ? ['user'] : ctx.tenant.kind === 'partner' ? ['master'] : ['a2m'];
  const invite = input.invite === undefined ? null : isOn(input.invite);
  const identity = identityColumns(await identityOf(input, profile ?? 'user', ctx));
  const entry = entryOf(ctx, 'users.edit');
  const [[original]] = await ctx.database.withTenant(entry, (db) => [
    db
      .select({ version: users.version, profile: users.profile, flags: users.flags })
      .from(users)
      .where(and(eq(users.id, input.id), isNull(users.deletedAt))),
  ]);
  const { version } = planOrThrow(decideDuplicate(ctx.session, original));

  const [, { rows }] = await orTaken(
    ctx.database.withTenant(entry, (db) => [
      lockGroups(db, sql`select m.user_group_id from user_group_members m where m.user_id = ${input.id}::uuid`),
      addedRows(
        db,
        sql`with o as (select * from users where id = ${input.id}::uuid and deleted_at is null and version = ${version}),
          w as (insert into users (id, status, invited_at, ${columnNames(identity)}, expires_at, ${copied})
            select ${id}::uuid, case o.status when 'T' then 'T' else 'A' end, case when ${wantsInvitation(invite)} then app.now() end,
              ${columnValues(identity)}, case when o.expires_at > app.now() then o.expires_at end, ${copied}
            from o returning users.*),
          m as (insert into user_group_members (user_group_id, user_id)
            select c.user_group_id, w.id from w, user_group_members c where c.user_id = ${input.id}::uuid),
          v as (insert into viewers (target_id, user_id) select c.target_id, w.id from w, viewers c where c.user_id = ${input.id}::uuid),
          g as (insert into grants (id, report_id, subject, user_id, identity, filters, valid_until, source, granted_by_id, note)
            select gen_random_uuid(), c.report_id, c.subject, w.id, c.identity, c.filters, c.valid_until, 'manual',
              (select app.user_id()), c.note
            from w, grants c where c.user_id = ${input.id}::uuid and (c.valid_until is null or c.valid_until > app.now())),
          ${inviteAll(sql`w x where x.invited_at is not null`)},
          ${auditOf(ctx, 'user.duplicate', change, sql`w x, o`)}
          select w.invited_at is not null as invited from w`,
      ),
    ]),
  );
  const [copy] = rows;
  if (!copy) throw new AppError('changed_meanwhile');
  if (copy.invited) wakeOutbox(ctx);
  return { id, version: 1, invited: copy.invited };
});
