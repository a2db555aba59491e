import { and, asc, count, desc, eq, gt, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias, QueryBuilder } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import { catalogRequests } from '../../../db/schema/catalogs.ts';
import { grants } from '../../../db/schema/report-access.ts';
import { userGroupMembers, userGroups } from '../../../db/schema/user-groups.ts';
import { can } from '../../../domain/access/permissions.ts';
import { exportRequests, listRequests, readRequest } from '../../../domain/catalogs/contract.ts';
import { mayDecide, type RequestView } from '../../../domain/catalogs/request.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import type { GrantedReport } from '../../../domain/report-access/grant-rule.ts';
import { searchWords } from '../../../domain/text/fold.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { withinDays } from '../../request/day-range.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { getDay, getLanguage, partRange, tableFile } from '../../request/table-file.ts';
import { fieldsQuery, getFields } from '../custom-fields/index.ts';
import { getOptions, getRestriction, optionsQuery } from '../report-access/index.ts';
import { decidesAll, isMineToDecide, ofReport, ofUser, othersDecide, present, q, r, rowColumns, shownRequests, u } from './request-row.ts';

const sorts: Record<string, SortColumn> = {
  asked: { sql: sql`q.asked_at`, cast: 'timestamptz' },
  report: { sql: sql`r.sort_key`, cast: 'text' },
  person: { sql: sql`u.sort_key`, cast: 'text' },
};
const views: Record<RequestView, SQL> = {
  pending: sql`q.state = 'pending'`,
  decided: sql`q.state not in ('pending', 'cancelled')`,
  all: sql`true`,
};

type Input = {
  mine?: '1' | undefined;
  report?: string | undefined;
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const narrowed = (input: Input, ctx: SessionContext): SQL =>
  sql.join(
    [
      input.mine ? sql`q.user_id = ${ctx.session.sub}::uuid` : isMineToDecide(ctx),
      withinDays(sql`q.asked_at`, input, ctx.tenant.zone),
      input.report ? sql`q.report_id = ${input.report}::uuid` : sql`true`,
      ...searchWords(input.search ?? '')
        .slice(0, 8)
        .map((word) => sql`(' ' || r.sort_key || ' ' || u.sort_key) like ${`% ${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`),
    ],
    sql` and `,
  );
const getCount = (view: SQL) => sql<number>`count(*) filter (where ${view})::int`;
const noRows = { n: 0, pending: 0, decided: 0, all: 0 };

const getFirst = (view: RequestView) => (view === 'pending' ? 'asked' : '-asked');

export const findRequests = bind(listRequests, async (input, ctx) => {
  const list = keyset(input, sorts, getFirst(input.view), sql`q.id`);
  const where = narrowed(input, ctx);
  const me = sql`${ctx.session.sub}::uuid`;
  const [rows, [counted = { ...noRows, decides: decidesAll(ctx) }]] = await ctx.database.withTenant(
    getEntry(ctx, 'catalogs.view'),
    (db) => [
      list.page(shownRequests(db, list.sortValue).$dynamic(), and(views[input.view], where)),
      db
        .select({
          n: getCount(views[input.view]),
          pending: getCount(views.pending),
          decided: getCount(views.decided),
          all: sql<number>`count(*)::int`,
          decides: decidesAll(ctx) ? sql<boolean>`true` : sql<boolean>`exists (select from reports o where o.owner_id = ${me})`,
        })
        .from(q)
        .innerJoin(r, ofReport)
        .innerJoin(u, ofUser)
        .where(where),
    ],
  );
  const { n, decides, ...counts } = counted;
  const { rows: kept, ...paging } = list.answer(rows, n);
  return { items: kept.map(present), ...paging, counts, decides };
});

export const exportRequestsAsCsv = bind(exportRequests, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, sorts, getFirst(input.view), sql`q.id`);
  const part = partRange(input);
  const [rows] = await ctx.database.withTenant(getEntry(ctx, 'catalogs.view'), (db) => [
    shownRequests(db, list.sortValue)
      .where(and(views[input.view], narrowed(input, ctx)))
      .orderBy(list.orderBy)
      .limit(part.take)
      .offset(part.skip),
  ]);
  const texts = exportTexts(getLanguage(ctx));
  return tableFile(ctx, texts.requestsFile, rows.map(present), {
    report: [texts.report, (row) => row.report?.title],
    person: [texts.person, (row) => row.person.name],
    email: [texts.email, (row) => row.person.email],
    state: [texts.state, (row) => texts[`request_${row.state}`]],
    justification: [texts.justification, (row) => row.justification],
    asked: [texts.askedOn, (row) => getDay(ctx, row.askedAt)],
    decided: [texts.decidedOn, (row) => getDay(ctx, row.decidedAt)],
    decidedBy: [texts.decidedBy, (row) => row.decidedBy],
    reason: [texts.reason, (row) => row.reason],
    validUntil: [texts.validUntil, (row) => getDay(ctx, row.validUntil)],
    roles: [texts.roles, (row) => (row.identity?.as === 'fixed' ? row.identity.roles.join(', ') : '')],
    identity: [texts.identity, (row) => (row.identity?.as === 'fixed' ? row.identity.username : '')],
  });
});

/** The details that a decider needs besides the request's row. */
const detailsFor = (me: string) => ({
  needs_identity: r.needsIdentity,
  needs_roles: r.needsRoles,
  ignore_rls: r.ignoreRls,
  restriction: sql<GrantedReport['restriction']>`${r.restriction}`,
  openRole: sql<string | null>`case when ${r.ignoreRls} then ${r.ignoreRlsRole} end`,
  owns: sql<boolean>`coalesce(${r.ownerId} = ${me}::uuid, false)`,
  others: othersDecide,
  rolesAt: r.modelRolesAt,
  rlsUsername: u.rlsUsername,
  rlsRoles: u.rlsRoles,
});

const maxGroups = 50;
/** The user groups that have the request's report. */
const readGroups = (db: Db, id: string) =>
  db
    .select({ id: userGroups.id, name: userGroups.name, people: sql<number>`${countMembers}::int` })
    .from(userGroups)
    .innerJoin(grants, and(eq(grants.tenantId, userGroups.tenantId), eq(grants.userGroupId, userGroups.id)))
    .innerJoin(q, and(eq(q.tenantId, grants.tenantId), eq(q.reportId, grants.reportId)))
    .where(and(eq(q.id, id), isNull(userGroups.deletedAt), or(isNull(grants.validUntil), gt(grants.validUntil, sql`app.now()`))))
    .orderBy(asc(userGroups.sortKey), asc(userGroups.id))
    .limit(maxGroups);
const countMembers = new QueryBuilder()
  .select({ n: count() })
  .from(userGroupMembers)
  .where(and(eq(userGroupMembers.tenantId, userGroups.tenantId), eq(userGroupMembers.userGroupId, userGroups.id)));

const maxEarlier = 10;
const e = alias(catalogRequests, 'e');
/** Earlier requests of the same user for the same report. */
const readEarlier = (db: Db, id: string) =>
  db
    .select({ id: e.id, state: e.state, askedAt: e.askedAt, reason: e.reason })
    .from(e)
    .innerJoin(q, and(eq(q.tenantId, e.tenantId), eq(q.userId, e.userId), eq(q.reportId, e.reportId), ne(e.id, q.id)))
    .where(eq(q.id, id))
    .orderBy(desc(e.askedAt))
    .limit(maxEarlier);

/** One request, for a decider or for the user who made it. */
export const readOneRequest = bind(readRequest, async ({ id }, ctx) => {
  const me = ctx.session.sub;
  const [[row], options, fields, groups, earlier] = await ctx.database.withTenant(getEntry(ctx, 'catalogs.view'), (db) => [
    db
      .select({ ...rowColumns, ...detailsFor(me) })
      .from(q)
      .innerJoin(r, ofReport)
      .innerJoin(u, ofUser)
      .where(and(eq(q.id, id), or(eq(q.userId, me), isMineToDecide(ctx)))),
    optionsQuery(db, sql`(select q.report_id from catalog_requests q where q.id = ${id}::uuid)`),
    fieldsQuery(db, 'user'),
    readGroups(db, id),
    readEarlier(db, id),
  ]);
  if (!row) throw new AppError('not_found');
  const decides = decidesAll(ctx);
  const forDeciders = decides || row.owns;
  return {
    ...present(row),
    restriction: forDeciders ? { ...getRestriction(row), openRole: row.openRole } : null,
    options: forDeciders ? getOptions(options, getFields(fields)) : { roles: [], listed: false, values: [], usual: [] },
    rolesAt: forDeciders ? isoOrNull(row.rolesAt) : null,
    userGroups: forDeciders ? groups : [],
    mayDecide: mayDecide({ decides, owns: row.owns, asks: row.userId === me, others: row.others }),
    mayRelease: can(ctx.session, 'grants.unfiltered'),
    ownIdentity: forDeciders && row.rlsUsername ? { username: row.rlsUsername, roles: row.rlsRoles } : null,
    appliedFilters: forDeciders ? (row.filters ?? []) : [],
    earlier: earlier.map(({ askedAt, ...one }) => ({ ...one, askedAt: toIso(askedAt) })),
  };
});
