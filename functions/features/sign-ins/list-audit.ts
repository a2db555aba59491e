import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { type AuditRow, exportAudit, listAudit } from '../../../domain/sign-ins/contract.ts';
import { type AuditFamily, type AuditWhat, whatsOf } from '../../../domain/sign-ins/words.ts';
import { fold } from '../../../domain/text/fold.ts';
import { recordTexts } from '../../../i18n/records-server.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { withinDays } from '../../http/day-range.ts';
import { keyset, type SortColumn } from '../../http/keyset.ts';
import { startedBy, whoActed, whoDid } from '../../http/past.ts';
import { partOf, tableFile } from '../../http/table-file.ts';
import { pastFieldsQuery } from '../custom-fields/index.ts';
import { changed, changedInWords, type Past, pastOf } from './audit-changes.ts';

type Row = {
  id: string;
  at: string;
  who: string | null;
  actor: string | null;
  what: string;
  thing: string | null;
  whom: string | null;
  change: Record<string, unknown> | null;
  names: Record<string, string> | null;
  ip: string | null;
  folded: number | null;
  sort_value: string;
};
type Days = { from?: string | undefined; to?: string | undefined };
type Filters = Days & { search?: string | undefined; family?: AuditFamily | undefined; run?: string | undefined; unfolded?: boolean };

const columns: Record<string, SortColumn> = { at: { sql: sql`a.at`, cast: 'timestamptz' } };

const idIn = (key: string): SQL => sql`case when a.change->>${key} ~ '^[0-9a-f-]{36}$' then (a.change->>${key})::uuid end`;
/** What was changed, by the name it has now; of what is gone, the name that the record kept. */
const thing = sql`coalesce(
    case when a.what like 'user.%' then (select x.name from users x where x.id = a.row_id) end,
    case when a.what like 'user_group.%' then (select x.name from user_groups x where x.id = a.row_id) end,
    case when a.what like 'group.%' then (select x.name from groups x where x.id = a.row_id) when a.what like 'subgroup.%' then (select x.name from subgroups x where x.id = a.row_id) end,
    case when a.what like any (array['factor.%', 'account.%', 'identity.%']) or a.what in ('entra.groups', 'saml.logout') then (select x.name from users x where x.id = a.row_id) end,
    case when a.what like 'grant.%' then (select x.title from reports x where x.id = a.row_id) end,
    case when a.what like 'catalog.%' then (select r.title from catalog_requests q join reports r on r.tenant_id = q.tenant_id and r.id = q.report_id where q.id = a.row_id) end,
    case when a.what like 'device.%' then (select x.name from playlist_devices x where x.id = a.row_id) end,
    a.change->>'name', a.change->'after'->>'name')`;
const whom = sql`coalesce(
    (select x.name from users x where x.id = coalesce(${idIn('user')}, ${idIn('person')})),
    (select x.name from user_groups x where x.id = ${idIn('userGroup')}),
    case when a.what like 'catalog.%' then (select x.name from catalog_requests q join users x on x.tenant_id = q.tenant_id and x.id = q.user_id where q.id = a.row_id) end,
    case when a.what in ('session.act', 'remote.end') then (select x.name from users x where x.id = a.user_id) end,
    case when a.change->>'subject' = 'everyone' then 'everyone' end)`;
/** What ids in a record are called now: of this tenant alone, whatever stands in the record. */
const names = sql`(select jsonb_object_agg(n.id, n.name) from (
    select x.id::text, coalesce(g.name, r.title, p.name, l.name) as name from (select distinct m[1]::uuid as id from regexp_matches(a.change::text, '"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"', 'g') m) x
      left join user_groups g on g.id = x.id left join reports r on r.id = x.id left join users p on p.id = x.id left join playlists l on l.id = x.id) n where n.name is not null)`;
/** When a session that somebody else entered ended really; until then when it will. */
const endedAt = sql`case when a.what = 'session.act' then (select e.change->>'until' from audit e where e.row_id = a.row_id and e.what = 'remote.end') end`;
const fields = sql`a.id, a.at, ${whoDid} as who, ${whoActed} as actor, a.what, ${thing} as thing, ${whom} as whom, a.change || case when ${endedAt} is null then '{}' else jsonb_build_object('until', ${endedAt}) end as change, ${names} as names, a.ip`;

/** Records of whoever and whatever has this in its name: who did it, to whom, with what. */
const aboutNames = (part: string): SQL => {
  const has = (table: string) => sql`position(${part} in ${sql.raw(table)}.sort_key) > 0`;
  return sql`(exists (select from users x where x.id in (a.user_id, a.actor_id, a.row_id, ${idIn('user')}, ${idIn('person')}, ${startedBy}) and ${has('x')})
    or exists (select from user_groups x where x.id in (a.row_id, ${idIn('userGroup')}) and ${has('x')})
    or exists (select from reports x where x.id = a.row_id and ${has('x')})
    or exists (select from groups x where x.id = a.row_id and ${has('x')}) or exists (select from subgroups x where x.id = a.row_id and ${has('x')})
    or exists (select from playlist_devices x where x.id = a.row_id and ${has('x')})
    or exists (select from catalog_requests q join reports x on x.tenant_id = q.tenant_id and x.id = q.report_id join users y on y.tenant_id = q.tenant_id and y.id = q.user_id
      where q.id = a.row_id and (${has('x')} or ${has('y')})))`;
};

const isOneOf = (audit: SQL, whats: readonly AuditWhat[]) =>
  sql`${audit}.what in (${sql.join(
    whats.map((what) => sql`${what}`),
    sql`, `,
  )})`;
const groupsIn = (audit: SQL, side: 'before' | 'after') => sql`coalesce(${audit}.change->${side}->'groups', '[]')`;

/** Records of a family. A change of groups is one wherever it was made: by hand, by an import, by a directory, by a granted request. */
function isOf(audit: SQL, family: AuditFamily | undefined): SQL {
  const named = isOneOf(audit, whatsOf(family));
  if (family !== 'groups') return named;
  return sql`(${named} or ${isOneOf(audit, whatsOf('people'))} and (${isOneOf(audit, ['user.addToGroup', 'user.removeFromGroup'])} or ${groupsIn(audit, 'before')} <> ${groupsIn(audit, 'after')})
    or ${isOneOf(audit, ['catalog.grant', 'catalog.revoke'])} and exists (select from catalog_requests q where q.id = ${audit}.row_id and q.user_group_id is not null))`;
}

/** The records that one run of an import wrote, from its start at `a` to the next. */
const ofRun = (family: AuditFamily | undefined) => sql`c.import_id = a.row_id and c.at >= a.at and ${isOf(sql`c`, family)}
  and not exists (select from audit n where n.row_id = a.row_id and n.what = 'user_import.start' and n.at > a.at and n.at <= c.at)`;
const foldedIn = (family: AuditFamily | undefined) =>
  sql`case when a.what = 'user_import.start' then (select count(*)::int from audit c where ${ofRun(family)}) end as folded`;

function found({ search, family, run, unfolded, ...days }: Filters, zone: string): SQL {
  if (run)
    return sql`exists (select from audit s where s.id = ${run}::uuid and s.what = 'user_import.start' and ${inRun}) and ${isOf(sql`a`, family)}`;
  const told = search ? aboutNames(fold(search)) : unfolded ? sql`true` : sql`a.import_id is null`;
  const starts = sql`(a.what = 'user_import.start' and exists (select from audit c where ${ofRun(family)}))`;
  const which = family === 'groups' ? sql`(${isOf(sql`a`, family)} or ${starts})` : isOf(sql`a`, family);
  return sql`${which} and ${told} and ${withinDays(sql`a.at`, days, zone)}`;
}
/** The same seen from a record `a` that the run beginning at `s` wrote. */
const inRun = sql`a.import_id = s.row_id and a.at >= s.at and not exists (select from audit n where n.row_id = s.row_id and n.what = 'user_import.start' and n.at > s.at and n.at <= a.at)`;

const present = (row: Row, past: Past): AuditRow => ({
  id: row.id,
  at: new Date(row.at).toISOString(),
  who: row.who,
  actor: row.actor,
  what: row.what,
  thing: row.thing,
  whom: row.whom,
  fields: changed(row, past),
  address: row.ip,
  folded: row.folded,
});

export const findAudit = bind(listAudit, async (input, ctx) => {
  const list = keyset(input, columns, '-at', sql`a.id`);
  const where = found(input, ctx.tenant.zone);
  const [rows, counted, custom] = await ctx.database.withTenant(entryOf(ctx, 'records.read'), (db) => [
    db.execute(
      sql`select ${fields}, ${foldedIn(input.family)}, ${list.sortValue} as sort_value from audit a where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(sql`select count(*)::int as n from audit a where ${where}`),
    pastFieldsQuery(db, 'user'),
  ]);
  const past = pastOf(custom, ctx);
  const { rows: kept, ...paging } = list.answer(rowsOf<Row>(rows), rowsOf<{ n: number }>(counted)[0]?.n ?? 0);
  return { items: kept.map((row) => present(row, past)), ...paging };
});

export const exportAuditAsFile = bind(exportAudit, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, columns, '-at', sql`a.id`);
  const [rows, custom] = await ctx.database.withTenant(entryOf(ctx, 'records.read'), (db) => [
    db.execute(
      sql`select ${fields}, null::int as folded from audit a where ${found({ ...input, unfolded: true }, ctx.tenant.zone)} order by ${list.orderBy} ${partOf(input)}`,
    ),
    pastFieldsQuery(db, 'user'),
  ]);
  const past = pastOf(custom, ctx);
  const { language } = past;
  const t = await recordTexts(language);
  const reader = { t, language, zone: ctx.tenant.zone };
  return tableFile(
    ctx,
    t('audit.file'),
    rowsOf<Row>(rows).map((row) => present(row, past)),
    {
      at: [t('audit.at'), (row) => formatDateTime(language, new Date(row.at), ctx.tenant.zone)],
      who: [
        t('audit.who'),
        (row) => [row.who, row.actor && t('audit.actor').replace('{{name}}', () => row.actor ?? '')].filter(Boolean).join(' '),
      ],
      what: [t('audit.what'), (row) => t(`audit.what.${row.what}`)],
      thing: [t('audit.thing'), (row) => row.thing],
      whom: [t('audit.whom'), (row) => (row.whom === 'everyone' ? t('audit.everyone') : row.whom)],
      fields: [t('audit.fields'), (row) => changedInWords(row.fields, reader)],
      address: [t('audit.address'), (row) => row.address],
    },
  );
});
