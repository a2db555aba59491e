import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { can } from '../../../domain/access/permissions.ts';
import { exportRequests, listRequests, readRequest } from '../../../domain/catalogs/contract.ts';
import { mayDecide, type RequestView } from '../../../domain/catalogs/request.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { ReportFilter } from '../../../domain/reports/filters.ts';
import { searchWords } from '../../../domain/text/fold.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../http/bind.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
import { withinDays } from '../../http/day-range.ts';
import { keyset, type SortColumn } from '../../http/keyset.ts';
import { dayOf, languageOf, partOf, tableFile } from '../../http/table-file.ts';
import { fieldsOf, fieldsQuery } from '../custom-fields/index.ts';
import { optionsOf, optionsQuery, type RestrictionRow, restrictionColumns, restrictionOf } from '../report-access/index.ts';
import { columns, decidersOf, decidesAll, isMineToDecide, present, type Row, requests } from './request-row.ts';

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
const firstOf = (view: RequestView) => (view === 'pending' ? 'asked' : '-asked');

export const findRequests = bind(listRequests, async (input, ctx) => {
  const list = keyset(input, sorts, firstOf(input.view), sql`q.id`);
  const where = narrowed(input, ctx);
  const [rows, counted] = await ctx.database.withTenant(entryOf(ctx, 'catalogs.view'), (db) => [
    db.execute(
      sql`select ${columns}, ${list.sortValue} as sort_value from ${requests} where ${views[input.view]} and ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(sql`select count(*) filter (where ${views[input.view]})::int as n, count(*) filter (where ${views.pending})::int as pending, count(*) filter (where ${views.decided})::int as decided, count(*)::int as all,
      ${decidesAll(ctx) ? sql`true` : sql`exists (select from reports o where o.owner_id = ${ctx.session.sub}::uuid)`} as decides from ${requests} where ${where}`),
  ]);
  const { n, decides, ...counts } = rowsOf<{ n: number; pending: number; decided: number; all: number; decides: boolean }>(counted)[0] ?? {
    n: 0,
    pending: 0,
    decided: 0,
    all: 0,
    decides: decidesAll(ctx),
  };
  const { rows: kept, ...paging } = list.answer(rowsOf<Row & { sort_value: string }>(rows), n);
  return { items: kept.map(present), ...paging, counts, decides };
});

export const exportRequestsAsCsv = bind(exportRequests, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, sorts, firstOf(input.view), sql`q.id`);
  const [rows] = await ctx.database.withTenant(entryOf(ctx, 'catalogs.view'), (db) => [
    db.execute(
      sql`select ${columns} from ${requests} where ${views[input.view]} and ${narrowed(input, ctx)} order by ${list.orderBy} ${partOf(input)}`,
    ),
  ]);
  const texts = exportTexts(languageOf(ctx));
  return tableFile(ctx, texts.requestsFile, rowsOf<Row>(rows).map(present), {
    report: [texts.report, (row) => row.report?.title],
    person: [texts.person, (row) => row.person.name],
    email: [texts.email, (row) => row.person.email],
    state: [texts.state, (row) => texts[`request_${row.state}`]],
    justification: [texts.justification, (row) => row.justification],
    asked: [texts.askedOn, (row) => dayOf(row.askedAt)],
    decided: [texts.decidedOn, (row) => dayOf(row.decidedAt)],
    decidedBy: [texts.decidedBy, (row) => row.decidedBy],
    reason: [texts.reason, (row) => row.reason],
    validUntil: [texts.validUntil, (row) => dayOf(row.validUntil)],
    roles: [texts.roles, (row) => (row.identity?.as === 'fixed' ? row.identity.roles.join(', ') : '')],
    identity: [texts.identity, (row) => (row.identity?.as === 'fixed' ? row.identity.username : '')],
  });
});

type Facts = Row &
  RestrictionRow & {
    open_role: string | null;
    owns: boolean;
    others: boolean;
    rls_username: string | null;
    rls_roles: string[];
  };

/** One request for who decides it, or for who made it. */
export const readOneRequest = bind(readRequest, async ({ id }, ctx) => {
  const me = ctx.session.sub;
  const [found, options, fields, groups, earlier] = await ctx.database.withTenant(entryOf(ctx, 'catalogs.view'), (db) => [
    db.execute(sql`select ${columns}, ${restrictionColumns}, case when r.ignore_rls then r.ignore_rls_role end as open_role, coalesce(r.owner_id = ${me}::uuid, false) as owns, u.rls_username, u.rls_roles,
        exists (select from users d where d.tenant_id = q.tenant_id and d.id <> q.user_id and ${decidersOf(sql`r.owner_id`)}) as others
      from ${requests} where q.id = ${id}::uuid and (q.user_id = ${me}::uuid or ${isMineToDecide(ctx)})`),
    optionsQuery(db, sql`(select q.report_id from catalog_requests q where q.id = ${id}::uuid)`),
    fieldsQuery(db, 'user'),
    db.execute(sql`select k.id, k.name, (select count(*)::int from user_group_members m where m.tenant_id = k.tenant_id and m.user_group_id = k.id) as people from user_groups k
      join grants x on x.tenant_id = k.tenant_id and x.user_group_id = k.id and (x.valid_until is null or x.valid_until > app.now()) join catalog_requests q on q.tenant_id = x.tenant_id and q.report_id = x.report_id
      where q.id = ${id}::uuid and k.deleted_at is null order by k.sort_key, k.id limit 50`),
    db.execute(sql`select e.id, e.state, e.asked_at, e.reason from catalog_requests e join catalog_requests q on q.tenant_id = e.tenant_id and q.user_id = e.user_id and q.report_id = e.report_id and e.id <> q.id
      where q.id = ${id}::uuid order by e.asked_at desc limit 10`),
  ]);
  const [row] = rowsOf<Facts>(found);
  if (!row) throw new AppError('not_found');
  const decides = decidesAll(ctx);
  const forDeciders = decides || row.owns;
  return {
    ...present(row),
    restriction: forDeciders ? { ...restrictionOf(row), openRole: row.open_role } : null,
    options: forDeciders ? optionsOf(options, fieldsOf(fields)) : { roles: [], listed: false, values: [], usual: [] },
    userGroups: forDeciders ? rowsOf<{ id: string; name: string; people: number }>(groups) : [],
    mayDecide: mayDecide({ decides, owns: row.owns, asks: row.user_id === me, others: row.others }),
    mayRelease: can(ctx.session, 'grants.unfiltered'),
    ownIdentity: forDeciders && row.rls_username ? { username: row.rls_username, roles: row.rls_roles } : null,
    appliedFilters: forDeciders ? ((row.filters ?? []) as ReportFilter[]) : [], // because only filters of the contract are stored
    earlier: rowsOf<{ id: string; state: Row['state']; asked_at: string; reason: string }>(earlier).map((one) => ({
      id: one.id,
      state: one.state,
      askedAt: new Date(one.asked_at).toISOString(),
      reason: one.reason,
    })),
  };
});
