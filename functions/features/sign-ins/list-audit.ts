import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { auditValue } from '../../../domain/sign-ins/audit-values.ts';
import { type AuditRow, exportAudit, listAudit } from '../../../domain/sign-ins/contract.ts';
import { type AuditFamily, auditFieldOf, whatsOf } from '../../../domain/sign-ins/words.ts';
import { fold } from '../../../domain/text/fold.ts';
import { recordTexts } from '../../../i18n/records-server.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { withinDays } from '../../http/day-range.ts';
import { keyset, type SortColumn } from '../../http/keyset.ts';
import { whoDid } from '../../http/past.ts';
import { languageOf, partOf, tableFile } from '../../http/table-file.ts';

type Row = {
  id: string;
  at: string;
  who: string | null;
  actor: string | null;
  what: string;
  thing: string | null;
  whom: string | null;
  change: { before?: unknown; after?: unknown } | null;
  ip: string | null;
  sort_value: string;
};
type Filters = { search?: string | undefined; family?: AuditFamily | undefined; from?: string | undefined; to?: string | undefined };

const columns: Record<string, SortColumn> = { at: { sql: sql`a.at`, cast: 'timestamptz' } };
const longestValue = 200;

const idIn = (key: string): SQL => sql`case when a.change->>${key} ~ '^[0-9a-f-]{36}$' then (a.change->>${key})::uuid end`;
/** What was changed, by the name it has now; of what is gone, the name that the record kept. */
const thing = sql`coalesce(
    case when a.what like 'user.%' then (select x.name from users x where x.id = a.row_id) end,
    case when a.what like 'user_group.%' then (select x.name from user_groups x where x.id = a.row_id) end,
    case when a.what like 'group.%' then (select x.name from groups x where x.id = a.row_id) when a.what like 'subgroup.%' then (select x.name from subgroups x where x.id = a.row_id) end,
    case when a.what like 'factor.%' then (select x.name from users x where x.id = a.row_id) end,
    case when a.what like 'grant.%' then (select x.title from reports x where x.id = a.row_id) end,
    case when a.what like 'catalog.%' then (select r.title from catalog_requests q join reports r on r.tenant_id = q.tenant_id and r.id = q.report_id where q.id = a.row_id) end,
    case when a.what like 'device.%' then (select x.name from playlist_devices x where x.id = a.row_id) end,
    a.change->>'name', a.change->'after'->>'name')`;
const whom = sql`coalesce(
    (select x.name from users x where x.id = coalesce(${idIn('user')}, ${idIn('person')})),
    (select x.name from user_groups x where x.id = ${idIn('userGroup')}),
    case when a.what like 'catalog.%' then (select x.name from catalog_requests q join users x on x.tenant_id = q.tenant_id and x.id = q.user_id where q.id = a.row_id) end,
    case when a.what = 'session.act' then (select x.name from users x where x.id = a.user_id) end,
    case when a.change->>'subject' = 'everyone' then 'everyone' end)`;
const actor = sql`case when a.actor_id is null then null else coalesce((select b.name from users b where b.id = a.actor_id), app.seat_name(a.actor_id), '?') end`;
const fields = sql`a.id, a.at, ${whoDid} as who, ${actor} as actor, a.what, ${thing} as thing, ${whom} as whom, a.change, a.ip`;

function found({ search, family, ...days }: Filters, zone: string): SQL {
  const whats = sql.join(
    whatsOf(family).map((what) => sql`${what}`),
    sql`, `,
  );
  const who = search
    ? sql`exists (select from users w where w.id in (a.user_id, a.actor_id) and position(${fold(search)} in w.sort_key) > 0)`
    : sql`true`;
  return sql`a.what in (${whats}) and ${who} and ${withinDays(sql`a.at`, days, zone)}`;
}

const facts = (value: unknown): Record<string, unknown> =>
  value && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};
/** Lists with commas, what is made of several things with dots between; access hours stay as they are kept, for they have words of their own. */
function flat(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(flat).filter(Boolean).join(', ');
  return typeof value === 'object' ? Object.values(value).map(flat).filter(Boolean).join(' · ') : String(value);
}
const textOf = (field: string, value: unknown): string | null =>
  (field === 'accessHours' && value ? JSON.stringify(value) : flat(value).slice(0, longestValue)) || null;

/** Only what differs: a record keeps the whole of what was saved. */
function changed({ change }: Row): AuditRow['fields'] {
  const [before, after] = [facts(change?.before), facts(change?.after)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null))
    .map((field) => ({ field, before: textOf(field, before[field]), after: textOf(field, after[field]) }));
}

const present = (row: Row): AuditRow => ({
  id: row.id,
  at: new Date(row.at).toISOString(),
  who: row.who,
  actor: row.actor,
  what: row.what,
  thing: row.thing,
  whom: row.whom,
  fields: changed(row),
  address: row.ip,
});

export const findAudit = bind(listAudit, async (input, ctx) => {
  const list = keyset(input, columns, '-at', sql`a.id`);
  const where = found(input, ctx.tenant.zone);
  const [rows, counted] = await ctx.database.withTenant(entryOf(ctx, 'records.read'), (db) => [
    db.execute(
      sql`select ${fields}, ${list.sortValue} as sort_value from audit a where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(sql`select count(*)::int as n from audit a where ${where}`),
  ]);
  const { rows: kept, ...paging } = list.answer(rowsOf<Row>(rows), rowsOf<{ n: number }>(counted)[0]?.n ?? 0);
  return { items: kept.map(present), ...paging };
});

export const exportAuditAsFile = bind(exportAudit, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, columns, '-at', sql`a.id`);
  const [rows] = await ctx.database.withTenant(entryOf(ctx, 'records.read'), (db) => [
    db.execute(sql`select ${fields} from audit a where ${found(input, ctx.tenant.zone)} order by ${list.orderBy} ${partOf(input)}`),
  ]);
  const language = languageOf(ctx);
  const t = await recordTexts(language);
  const nameOf = (field: string) => (auditFieldOf(field) ? t(`audit.field.${field}`) : field);
  const words = { t, language, zone: ctx.tenant.zone };
  return tableFile(ctx, t('audit.file'), rowsOf<Row>(rows).map(present), {
    at: [t('audit.at'), (row) => formatDateTime(language, new Date(row.at), ctx.tenant.zone)],
    who: [t('audit.who'), (row) => [row.who, row.actor && t('audit.actor').replace('{{name}}', row.actor)].filter(Boolean).join(' ')],
    what: [t('audit.what'), (row) => t(`audit.what.${row.what}`)],
    thing: [t('audit.thing'), (row) => row.thing],
    whom: [t('audit.whom'), (row) => (row.whom === 'everyone' ? t('audit.everyone') : row.whom)],
    fields: [
      t('audit.fields'),
      (row) =>
        row.fields
          .map(({ field, before, after }) => `${nameOf(field)}: ${auditValue(field, before, words)} → ${auditValue(field, after, words)}`)
          .join('; '),
    ],
    address: [t('audit.address'), (row) => row.address],
  });
});
