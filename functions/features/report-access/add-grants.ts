import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { mustHold } from '../../../db/assertions.ts';
import { auditEach, givenFacts } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { grants } from '../../../db/schema/report-access.ts';
import { reports } from '../../../db/schema/reports.ts';
import { userGroups } from '../../../db/schema/user-groups.ts';
import { users } from '../../../db/schema/users.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { addGrants } from '../../../domain/report-access/contract.ts';
import type { GrantFields } from '../../../domain/report-access/edit-grant.ts';
import { fixedIdentity } from '../../../domain/report-access/grant-rule.ts';
import { decideAddGrants, keyOfSubject, type Subject } from '../../../domain/report-access/many-grants.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { idsIn } from '../../request/id-rows.ts';
import { newId } from '../../services/ids.ts';
import { fieldsQuery, getFields } from '../custom-fields/index.ts';
import { refuseUnknownFields } from './known-fields.ts';
import { allowGrant, restrictionQuery } from './load-for-grant.ts';
import { stillRestricted, withoutOwn } from './sql.ts';

const r = alias(reports, 'r');
const u = alias(users, 'u');
const getIds = (subjects: readonly Subject[], kind: 'user' | 'group') =>
  subjects.flatMap((subject) => (subject.kind === kind ? [subject.id] : []));

/** The named users, groups and their grants of the report. */
const readNamed = (db: Db, id: string, named: readonly Subject[]) => {
  const [people, teams] = [sql`${idsIn(getIds(named, 'user'))}`, sql`${idsIn(getIds(named, 'group'))}`];
  const isNamed = or(eq(grants.subject, 'everyone'), sql`${grants.userId} in (${people})`, sql`${grants.userGroupId} in (${teams})`);
  return [
    db
      .select({ id: u.id, bare: sql<boolean>`${withoutOwn}` })
      .from(u)
      .innerJoin(r, eq(r.id, id))
      .where(and(sql`${u.id} in (${people})`, isNull(u.deletedAt))),
    db
      .select({ id: userGroups.id })
      .from(userGroups)
      .where(and(sql`${userGroups.id} in (${teams})`, isNull(userGroups.deletedAt))),
    db
      .select({
        ...{ id: grants.id, subject: grants.subject, of: sql<string | null>`coalesce(${grants.userId}, ${grants.userGroupId})` },
        ended: sql<boolean>`coalesce(${grants.validUntil} <= app.now(), false)`,
      })
      .from(grants)
      .where(and(eq(grants.reportId, id), isNamed)),
  ] as const;
};

type Given = Pick<GrantFields, 'identity' | 'filters' | 'validUntil' | 'note'>;
type Row = { id: string; kind: Subject['kind']; user_id: string | null; group_id: string | null };
const jsonb = (value: object | null) => sql`${value && JSON.stringify(value)}::jsonb`;

const insertNew = raw('grants.add', {});
/** Grants that others have added since are left as they are. */
const insertRows = (db: Db, id: string, rows: readonly Row[], { identity, filters, validUntil, note }: Given) =>
  insertNew(
    db,
    sql`insert into grants (id, report_id, subject, user_id, user_group_id, identity, filters, valid_until, source, granted_by_id, note)
      select w.id, ${id}::uuid, w.kind, w.user_id, w.group_id, ${jsonb(identity)}, ${jsonb(filters)}, ${validUntil}::timestamptz, 'manual',
        (select app.user_id()), ${note}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) w (id uuid, kind text, user_id uuid, group_id uuid) on conflict do nothing`,
  );

const record = raw('grants.record_added', {});
/** Records grants of the query `from`; its row count says how many there are. */
const recordGiven = (db: Db, ctx: SessionContext, from: SQL, { identity, filters, validUntil }: Given, confirmed: boolean) =>
  record(
    db,
    auditEach(ctx, {
      what: 'grant.add',
      row: sql`g.report_id`,
      facts: givenFacts({
        ...{ grant: sql`g.id`, subject: sql`g.subject`, user: sql`g.user_id`, userGroup: sql`g.user_group_id` },
        ...{ identity: jsonb(identity), filters: jsonb(filters), validUntil: sql`${validUntil}::timestamptz`, confirmed },
      }),
      from: sql`(${from}) g`,
    }),
  );

/**
 * All subjects or none. A subject that has a grant in force keeps it, also if someone else gave it a moment ago; one that has ended is
 * given again under its id.
 */
export const addManyGrants = bind(addGrants, async ({ id, subjects, ...grant }, ctx) => {
  const named: Subject[] = [...new Map(subjects.map((subject) => [keyOfSubject(subject), subject])).values()];
  const entry = getEntry(ctx, 'grants.manage');
  const [[report], fields, people, teams, held] = await ctx.database.withTenant(entry, (db) => [
    restrictionQuery(db, id),
    fieldsQuery(db, 'user'),
    ...readNamed(db, id, named),
  ]);
  const plan = planOrThrow(
    decideAddGrants(named, {
      ...{ report: report !== undefined, users: people.map((row) => row.id), groups: teams.map((row) => row.id) },
      held: held.map(({ id: grantId, subject: kind, of, ended }) => ({
        ...{ id: grantId, ended },
        subject: kind === 'everyone' ? { kind } : { kind, id: of ?? '' },
      })),
    }),
  );
  if (!report) throw new AppError('not_found');
  refuseUnknownFields(getFields(fields), grant.identity);
  allowGrant(ctx, report, { withoutOwn: people.filter(({ bare }) => bare).length }, grant);

  const { filters, validUntil, note, confirmed } = grant;
  const given = { identity: fixedIdentity(grant.identity), filters: filters.length > 0 ? filters : null, validUntil, note };
  const rows = plan.fresh.map((subject) => ({
    ...{ id: newId(ctx.clock.now()), kind: subject.kind },
    user_id: subject.kind === 'user' ? subject.id : null,
    group_id: subject.kind === 'group' ? subject.id : null,
  }));
  const isEnded = and(sql`${grants.id} in (${idsIn(plan.again)})`, sql`${grants.validUntil} <= app.now()`);
  const [, again, , , fresh] = await ctx.database.withTenant(entry, (db) => [
    mustHold(db, sql`exists (select from reports r where r.id = ${id}::uuid and ${stillRestricted(report)})`),
    // Recorded before the update, while it shows which of them have ended; locked in id order, so that the update finds the same ones.
    recordGiven(db, ctx, sql`select grants.* from grants where ${isEnded} order by grants.id for update`, given, confirmed),
    db
      .update(grants)
      .set({
        ...given,
        source: 'manual',
        grantedById: sql`(select app.user_id())`,
        createdAt: sql`app.now()`,
        version: sql`${grants.version} + 1`,
      })
      .where(isEnded),
    insertRows(db, id, rows, given),
    recordGiven(db, ctx, sql`select x.* from grants x where x.id in (${idsIn(rows.map((row) => row.id))})`, given, confirmed),
  ]);
  const added = again.rowCount + fresh.rowCount;
  return { added, existing: named.length - added };
});
