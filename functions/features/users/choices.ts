import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { reports } from '../../../db/schema/reports.ts';
import { tenants } from '../../../db/schema/tenants.ts';
import { themes } from '../../../db/schema/themes.ts';
import { userGroups } from '../../../db/schema/user-groups.ts';
import { users } from '../../../db/schema/users.ts';
import { profiles, userFlags } from '../../../domain/access/profile.ts';
import { landingAt, screens } from '../../../domain/access/screens.ts';
import { userChoices } from '../../../domain/users/contract.ts';
import { userColumns } from '../../../domain/users/fields.ts';
import { flagsFor, idleFlags, profilesIn } from '../../../domain/users/person.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { fieldsQuery, getFields } from '../custom-fields/index.ts';
import { getOptions, optionsQuery } from '../report-access/index.ts';
import { readOwnTree } from '../tenants/index.ts';
import { invitesByItself } from './write-parts.ts';

const most = 1000;
const t = alias(tenants, 't');
/** Whether a report of the unit accepts an identity only with a role. */
const needsRoles = sql<boolean>`exists (select from ${reports} r where r.tenant_id = t.id and r.needs_identity and r.needs_roles and not r.ignore_rls)`;

export const readChoices = bind(userChoices, async (_input, ctx) => {
  const above = ctx.tenant.kind === 'partner' && ctx.session.kind === 'own';
  const [[departments, groups, designs, [tenant], options, fields, tree], { getCountry }] = await Promise.all([
    ctx.database.withTenant(getEntry(ctx, 'users.read'), (db) => [
      db
        .selectDistinct({ name: sql<string>`${users.department}` })
        .from(users)
        .where(and(isNull(users.deletedAt), isNotNull(users.department)))
        .orderBy(sql`1`)
        .limit(most),
      db
        .select({ id: userGroups.id, name: userGroups.name })
        .from(userGroups)
        .where(isNull(userGroups.deletedAt))
        .orderBy(asc(userGroups.sortKey), asc(userGroups.id))
        .limit(most),
      db.select({ id: themes.id, name: themes.name }).from(themes).orderBy(asc(themes.name), asc(themes.id)),
      db
        .select({ used: t.usersUsed, limit: t.userLimit, bonus: t.bonusUsers, invites: invitesByItself, needsRoles })
        .from(t)
        .where(eq(t.id, sql`(select app.tenant_id())`)),
      optionsQuery(db, null),
      fieldsQuery(db, 'user'),
      ...(above ? [readOwnTree(db, ctx.env.PRODUCT_HOST)] : []),
    ]),
    import('../../../domain/users/phone.ts'),
  ]);
  const here = profilesIn(ctx.tenant.kind);
  const limit = tenant?.limit ?? null;
  const use = tree?.rows[0]?.tree;
  return {
    profiles: [...here],
    flags: userFlags
      .filter((flag) => !idleFlags.includes(flag))
      .map((flag) => ({ flag, profiles: here.filter((profile) => flagsFor(profile).includes(flag)) })),
    departments: departments.map(({ name }) => name),
    groups,
    themes: designs,
    homePages: screens
      .map(({ path, name }) => ({
        path,
        name,
        profiles: profiles.filter((profile) => here.includes(profile) && landingAt(path, { profile, flags: userFlags }).kind === 'page'),
      }))
      .filter((screen) => screen.profiles.length > 0 && !screen.path.includes('{')),
    columns: [...userColumns],
    country: getCountry(ctx.tenant.zone),
    seats: {
      used: tenant?.used ?? 0,
      limit,
      bonus: tenant?.bonus ?? 0,
      tree: use?.users ?? null,
      left: limit === null ? null : Math.max(0, limit - (use?.users_given ?? tenant?.used ?? 0)),
    },
    invites: tenant?.invites ?? true,
    identity: { ...getOptions(options, getFields(fields)), needsRoles: tenant?.needsRoles ?? false },
  };
});
