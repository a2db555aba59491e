import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { isAuditField } from '../../../domain/sign-ins/audit-fields.ts';
import { auditValueWords, fieldWords } from '../../../domain/sign-ins/audit-value.ts';
import { type AuditRow, exportAudit, listAudit } from '../../../domain/sign-ins/contract.ts';
import { type AuditFamily, whatsOf } from '../../../domain/sign-ins/words.ts';
import { fold } from '../../../domain/text/fold.ts';
import { recordTexts } from '../../../i18n/records-server.ts';
import { bind } from '../../http/bind.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
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
  change: Record<string, unknown> | null;
  names: Record<string, string> | null;
  ip: string | null;
  sort_value: string;
};
type Filters = { search?: string | undefined; family?: AuditFamily | undefined; from?: string | undefined; to?: string | undefined };

const columns: Record<string, SortColumn> = { at: { sql: sql`a.at`, cast: 'timestamptz' } };
const longestValue = 400;
/** Of what has parts: cut off it could not be read any more, and the limits of its contracts are lower. */
const longestParts = 8000;

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
    case when a.what = 'session.act' then (select x.name from users x where x.id = a.user_id) end,
    case when a.change->>'subject' = 'everyone' then 'everyone' end)`;
const language = (ctx: SessionContext): SQL => sql`${languageOf(ctx)}::text`;
/** What ids and keys of custom fields in a record are called now: of this tenant alone, whatever stands in the record. */
const namesIn = (ctx: SessionContext): SQL => sql`(select jsonb_object_agg(n.id, n.name) from (
    select x.id::text, coalesce(g.name, r.title, p.name) as name from (select distinct m[1]::uuid as id from regexp_matches(a.change::text, '"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"', 'g') m) x
      left join user_groups g on g.id = x.id left join reports r on r.id = x.id left join users p on p.id = x.id
    union all select f.key, coalesce(nullif(f.labels->>${language(ctx)}, ''), (select e.value from jsonb_each_text(f.labels) e where e.value <> '' limit 1)) from custom_fields f
      where a.what like 'user.%' and a.change::text like '%"cf\_%' and position('"' || f.key || '"' in a.change::text) > 0) n where n.name is not null)`;
const actor = sql`case when a.actor_id is null then null else coalesce((select b.name from users b where b.id = a.actor_id), app.seat_name(a.actor_id), '?') end`;
const fields = (ctx: SessionContext) =>
  sql`a.id, a.at, ${whoDid} as who, ${actor} as actor, a.what, ${thing} as thing, ${whom} as whom, a.change, ${namesIn(ctx)} as names, a.ip`;

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

/** A value with the names of what it names; a mapping that was kept as text is taken apart. */
function named(value: unknown, names: Record<string, string>): unknown {
  if (typeof value === 'string') return value.startsWith('{') ? named(parsed(value), names) : (names[value] ?? value);
  if (Array.isArray(value)) return value.map((each) => named(each, names));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [names[key] ?? key, named(each, names)]));
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return [text];
  }
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (typeof value === 'object' && Object.values(value).every(isNothing));

/** As the wire has it: text, a list of texts, or, of what has parts of its own, JSON that `auditValueWords` puts into words. */
function textOf(value: unknown, names: Record<string, string>): string | null {
  const shown = named(value, names);
  if (isNothing(shown)) return null;
  if (Array.isArray(shown) && shown.every((each) => typeof each !== 'object')) return shown.join(', ').slice(0, longestValue) || null;
  return typeof shown === 'object' ? JSON.stringify(shown).slice(0, longestParts) : String(shown).slice(0, longestValue);
}

/** Keys of custom fields are parts of one field. */
function gathered(values: Record<string, unknown>): Record<string, unknown> {
  const custom = Object.entries(values).filter(([key]) => key.startsWith('cf_'));
  if (custom.length === 0) return values;
  const others = Object.entries(values).filter(([key]) => !key.startsWith('cf_'));
  return { ...Object.fromEntries(others), custom: Object.fromEntries(custom) };
}

/** Beside before and after a record may say what came of it; what it is about stands in columns of its own. */
const beside = (change: Row['change']) =>
  Object.fromEntries(
    Object.entries(change ?? {}).filter(([key, value]) => isAuditField(key) && !aboutWhat.includes(key) && value !== false && value !== 0),
  );
const aboutWhat = ['name', 'report', 'filters', 'identity', 'subject'];

/** Only what differs: a record keeps the whole of what was saved. */
function changed({ what, change, names }: Row): AuditRow['fields'] {
  // By what a provider knows somebody, which is not the identity that rows of reports are kept by.
  const told = ({ identity, ...values }: Record<string, unknown>) =>
    gathered(identity === undefined ? values : { ...values, [what.startsWith('user.') ? 'subject' : 'identity']: identity });
  const [before, after] = [told(facts(change?.before)), { ...beside(change), ...told(facts(change?.after)) }];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null))
    .map((field) => ({ field, before: textOf(before[field], names ?? {}), after: textOf(after[field], names ?? {}) }))
    .filter((field) => field.before !== field.after);
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
      sql`select ${fields(ctx)}, ${list.sortValue} as sort_value from audit a where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(sql`select count(*)::int as n from audit a where ${where}`),
  ]);
  const { rows: kept, ...paging } = list.answer(rowsOf<Row>(rows), rowsOf<{ n: number }>(counted)[0]?.n ?? 0);
  return { items: kept.map(present), ...paging };
});

export const exportAuditAsFile = bind(exportAudit, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, columns, '-at', sql`a.id`);
  const [rows] = await ctx.database.withTenant(entryOf(ctx, 'records.read'), (db) => [
    db.execute(sql`select ${fields(ctx)} from audit a where ${found(input, ctx.tenant.zone)} order by ${list.orderBy} ${partOf(input)}`),
  ]);
  const language = languageOf(ctx);
  const t = await recordTexts(language);
  const reader = { t, language, zone: ctx.tenant.zone };
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
          .map(
            ({ field, before, after }) =>
              `${fieldWords(field, reader)}: ${auditValueWords(field, before, reader)} → ${auditValueWords(field, after, reader)}`,
          )
          .join('; '),
    ],
    address: [t('audit.address'), (row) => row.address],
  });
});
