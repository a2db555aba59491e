import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { countRows, mustHold } from '../../../db/assertions.ts';
import { auditEach, auditedAct } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { grants } from '../../../db/schema/report-access.ts';
import { groups, subgroups } from '../../../db/schema/report-groups.ts';
import { reports } from '../../../db/schema/reports.ts';
import { userGroups } from '../../../db/schema/user-groups.ts';
import { can } from '../../../domain/access/permissions.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { giveReports } from '../../../domain/user-groups/contract.ts';
import { decideGiving } from '../../../domain/user-groups/reports.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { idsIn } from '../../request/id-rows.ts';
import { newId } from '../../services/ids.ts';
import { getRestriction, stillRestrictedAs } from '../report-access/index.ts';
import { maxTold } from './rows.ts';

const isAsked = (named: readonly string[], shelves: readonly string[]) =>
  or(
    sql`${reports.id} in (${idsIn(named)})`,
    sql`${reports.groupId} in (${idsIn(shelves)})`,
    sql`${reports.subgroupId} in (${idsIn(shelves)})`,
  );

/** The reports in the order of their titles, each with the group's grant of it. */
const readReports = (db: Db, id: string, wanted: SQL | undefined) =>
  db
    .select({
      id: reports.id,
      title: reports.title,
      needs_identity: reports.needsIdentity,
      needs_roles: reports.needsRoles,
      ignore_rls: reports.ignoreRls,
      restriction: reports.restriction,
      grant: grants.id,
      ended: sql<boolean>`coalesce(${grants.validUntil} <= app.now(), false)`,
    })
    .from(reports)
    .leftJoin(grants, and(eq(grants.tenantId, reports.tenantId), eq(grants.reportId, reports.id), eq(grants.userGroupId, id)))
    .where(wanted)
    .orderBy(reports.sortKey, reports.id);
type Found = Awaited<ReturnType<typeof readReports>>[number];

/** The rule saw these restrictions. */
const sameRestrictions = (found: readonly Found[]) =>
  sql`(select count(*) from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
      w (id uuid, needs_identity boolean, needs_roles boolean, ignore_rls boolean, restriction text)
    join reports r on r.id = w.id and ${stillRestrictedAs(sql`w`)}) = ${found.length}`;

const givenAgain = {
  ...{ identity: null, filters: null, validUntil: null, source: 'manual', note: '' },
  grantedById: sql`(select app.user_id())`,
  createdAt: sql`app.now()`,
};

type Written = { id: string; report_id: string };
const grantRows = (written: readonly Written[]) => sql`jsonb_to_recordset(${JSON.stringify(written)}::jsonb) w (id uuid, report_id uuid)`;
const add = raw('user_groups.give_reports', {});
const insertGrants = (db: Db, id: string, written: readonly Written[]) =>
  add(
    db,
    sql`insert into grants (id, report_id, subject, user_group_id, source, granted_by_id)
      select w.id, w.report_id, 'group', ${id}::uuid, 'manual', (select app.user_id()) from ${grantRows(written)} on conflict do nothing`,
  );
const record = raw('user_groups.record_given', {});

/**
 * All or none, recorded at each report and at the group. A grant that has ended is given again under its id; one that someone else has just
 * given aborts this call.
 */
export const giveManyReports = bind(giveReports, async ({ id, confirmed, ...asked }, ctx) => {
  const [named, shelves] = [[...new Set(asked.reports)], [...new Set(asked.places)]];
  const entry = getEntry(ctx, 'grants.manage');
  const itself = and(eq(userGroups.id, id), isNull(userGroups.deletedAt));
  const [group, [known], places, subplaces, found] = await ctx.database.withTenant(entry, (db) => [
    db.select({ id: userGroups.id }).from(userGroups).where(itself),
    db
      .select({ n: sql<number>`count(*)::int` })
      .from(reports)
      .where(sql`${reports.id} in (${idsIn(named)})`),
    db
      .select({ id: groups.id })
      .from(groups)
      .where(and(inArray(groups.id, shelves), isNull(groups.deletedAt))),
    db
      .select({ id: subgroups.id })
      .from(subgroups)
      .where(and(inArray(subgroups.id, shelves), isNull(subgroups.deletedAt))),
    readReports(db, id, isAsked(named, shelves)),
  ]);
  const plan = planOrThrow(
    decideGiving(
      { reports: named, places: shelves, confirmed, mayRelease: can(ctx.session, 'grants.unfiltered') },
      {
        ...{ group: group.length === 1, reports: known?.n ?? 0, places: places.length + subplaces.length },
        found: found.map((row) => ({
          ...{ id: row.id, title: row.title, report: getRestriction(row) },
          held: row.grant === null ? null : { grant: row.grant, ended: row.ended },
        })),
      },
    ),
  );
  const { given, existing } = plan;
  if (given.length === 0) return { added: 0, existing };

  const written = given.map(({ report, grant }) => ({ id: grant ?? newId(ctx.clock.now()), report_id: report }));
  const ended = given.flatMap(({ grant }) => grant ?? []);
  const isEnded = sql`${grants.id} in (${idsIn(ended)}) and ${grants.validUntil} <= app.now()`;
  await ctx.database.withTenant(entry, (db) => [
    mustHold(db, sql`${countRows(db, userGroups, itself)} = 1 and ${sameRestrictions(found)}`),
    mustHold(
      db,
      sql`(select count(*) from ${db.select({ id: grants.id }).from(grants).where(isEnded).orderBy(grants.id).for('update')} l) = ${ended.length}`,
    ),
    db.update(grants).set(givenAgain).where(isEnded),
    insertGrants(db, id, written),
    mustHold(db, sql`(select count(*) from grants g join ${grantRows(written)} on w.id = g.id) = ${written.length}`),
    record(
      db,
      auditEach(ctx, {
        what: 'grant.add',
        row: sql`w.report_id`,
        facts: { grant: sql`w.id`, subject: 'group', userGroup: sql`${id}::uuid`, confirmed },
        from: grantRows(written),
      }),
    ),
    auditedAct(db, ctx, 'user_group.reports_add', id, {
      count: given.length,
      names: given.slice(0, maxTold).map(({ title }) => title),
    }),
  ]);
  return { added: given.length, existing };
});
