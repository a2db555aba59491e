import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { customInWords, type PastField } from '../../../domain/custom-fields/past.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { shortFilters } from '../../../domain/reports/filter-words.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { isAuditField } from '../../../domain/sign-ins/audit-fields.ts';
import { auditValueWords, fieldWords } from '../../../domain/sign-ins/audit-value.ts';
import { type AuditParts, type AuditRow, type AuditValue, exportAudit, listAudit } from '../../../domain/sign-ins/contract.ts';
import { type AuditFamily, whatsOf } from '../../../domain/sign-ins/words.ts';
import { fold } from '../../../domain/text/fold.ts';
import { recordTexts } from '../../../i18n/records-server.ts';
import { bind } from '../../http/bind.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
import { withinDays } from '../../http/day-range.ts';
import { keyset, type SortColumn } from '../../http/keyset.ts';
import { whoDid } from '../../http/past.ts';
import { languageOf, partOf, tableFile } from '../../http/table-file.ts';
import { pastFieldsQuery } from '../custom-fields/index.ts';

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
const longestParts = 20_000;

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
/** What ids in a record are called now: of this tenant alone, whatever stands in the record. */
const names = sql`(select jsonb_object_agg(n.id, n.name) from (
    select x.id::text, coalesce(g.name, r.title, p.name, l.name) as name from (select distinct m[1]::uuid as id from regexp_matches(a.change::text, '"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"', 'g') m) x
      left join user_groups g on g.id = x.id left join reports r on r.id = x.id left join users p on p.id = x.id left join playlists l on l.id = x.id) n where n.name is not null)`;
const actor = sql`case when a.actor_id is null then null else coalesce((select b.name from users b where b.id = a.actor_id), app.seat_name(a.actor_id), '?') end`;
const fields = sql`a.id, a.at, ${whoDid} as who, ${actor} as actor, a.what, ${thing} as thing, ${whom} as whom, a.change, ${names} as names, a.ip`;

/** Records of whoever and whatever has this in its name: who did it, to whom, with what. */
const aboutNames = (part: string): SQL => {
  const has = (table: string) => sql`position(${part} in ${sql.raw(table)}.sort_key) > 0`;
  return sql`(exists (select from users x where x.id in (a.user_id, a.actor_id, a.row_id, ${idIn('user')}, ${idIn('person')}) and ${has('x')})
    or exists (select from user_groups x where x.id in (a.row_id, ${idIn('userGroup')}) and ${has('x')})
    or exists (select from reports x where x.id = a.row_id and ${has('x')})
    or exists (select from groups x where x.id = a.row_id and ${has('x')}) or exists (select from subgroups x where x.id = a.row_id and ${has('x')})
    or exists (select from playlist_devices x where x.id = a.row_id and ${has('x')})
    or exists (select from catalog_requests q join reports x on x.tenant_id = q.tenant_id and x.id = q.report_id join users y on y.tenant_id = q.tenant_id and y.id = q.user_id
      where q.id = a.row_id and (${has('x')} or ${has('y')})))`;
};

function found({ search, family, ...days }: Filters, zone: string): SQL {
  const whats = sql.join(
    whatsOf(family).map((what) => sql`${what}`),
    sql`, `,
  );
  const told = search ? aboutNames(fold(search)) : sql`true`;
  return sql`a.what in (${whats}) and ${told} and ${withinDays(sql`a.at`, days, zone)}`;
}

const facts = (value: unknown): Record<string, unknown> =>
  value && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};

/** Where ids stand in a record; what people type is never taken for one. `groups.group` is the group of a rule. */
const idPlaces = ['playlistId', 'relatorio_id', 'groups.group'];

/** A value with the names of what it names. */
function named(place: string, value: unknown, names: Record<string, string>): unknown {
  if (typeof value === 'string') return idPlaces.includes(place) ? (names[value] ?? value) : value;
  if (Array.isArray(value)) return value.map((each) => named(place, each, names));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, named(`${place}.${key}`, each, names)]));
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (typeof value === 'object' && Object.values(value).every(isNothing));

/** As the wire has it: text, or what has parts of its own, which `auditValueWords` puts into words. */
function shownValue(field: string, value: unknown, names: Record<string, string>): AuditValue | null {
  // Custom values and filters are words already, or what a report's model calls them: no ids.
  const shown = field === 'filters' ? shortFilters(value) : field === 'custom' ? value : named(field, value, names);
  if (isNothing(shown)) return null;
  if (Array.isArray(shown) && shown.every((each) => typeof each !== 'object')) return shown.join(', ').slice(0, longestValue) || null;
  return shown !== null && typeof shown === 'object' ? fitting(shown) : String(shown).slice(0, longestValue);
}

/** As many parts as a row takes: cut off in the middle they could not be read any more. */
function fitting(parts: object): AuditParts {
  if (JSON.stringify(parts).length <= longestParts) return parts as AuditParts; // because an object of JSON is a list or a record
  return fitting(Array.isArray(parts) ? parts.slice(0, -1) : Object.fromEntries(Object.entries(parts).slice(0, -1)));
}

/** Beside before and after a record may say what came of it; what it is about stands in columns of its own. */
const beside = (change: Row['change']) =>
  Object.fromEntries(
    Object.entries(change ?? {}).filter(
      ([key, value]) =>
        isAuditField(key) &&
        !aboutWhat.includes(key) &&
        !(key === 'identity' && typeof value === 'string') &&
        value !== false &&
        value !== 0,
    ),
  );
const aboutWhat = ['name', 'report', 'subject'];
/** What it says beside was so until then. */
const takesAway = ['grant.remove'];

type Past = { fields: PastField[]; language: Language; own: Language };

/** Only what differs: a record keeps the whole of what was saved. */
function changed({ what, change, names }: Row, past: Past): AuditRow['fields'] {
  // By what a provider knows somebody, which is not the identity that rows of reports are kept by.
  const told = ({ identity, ...values }: Record<string, unknown>) =>
    identity === undefined ? values : { ...values, [what.startsWith('user.') ? 'subject' : 'identity']: identity };
  const [gone, come] = takesAway.includes(what) ? [beside(change), {}] : [{}, beside(change)];
  const { before, after } = customInWords(
    { before: { ...gone, ...told(facts(change?.before)) }, after: { ...come, ...told(facts(change?.after)) } },
    past,
  );
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null))
    .map((field) => ({
      field,
      // A record that says nothing about before states a fact, not a change from nothing.
      ...(field in before ? { before: shownValue(field, before[field], names ?? {}) } : {}),
      after: shownValue(field, after[field], names ?? {}),
    }))
    .filter((field) => JSON.stringify(field.before ?? null) !== JSON.stringify(field.after));
}

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
});

const pastOf = (result: { rows: unknown[] }, ctx: SessionContext): Past => ({
  fields: rowsOf<PastField>(result),
  language: languageOf(ctx),
  own: ctx.tenant.language,
});

export const findAudit = bind(listAudit, async (input, ctx) => {
  const list = keyset(input, columns, '-at', sql`a.id`);
  const where = found(input, ctx.tenant.zone);
  const [rows, counted, custom] = await ctx.database.withTenant(entryOf(ctx, 'records.read'), (db) => [
    db.execute(
      sql`select ${fields}, ${list.sortValue} as sort_value from audit a where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
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
    db.execute(sql`select ${fields} from audit a where ${found(input, ctx.tenant.zone)} order by ${list.orderBy} ${partOf(input)}`),
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
      fields: [
        t('audit.fields'),
        (row) =>
          row.fields
            .map(
              ({ field, before, after }) =>
                `${fieldWords(field, reader)}: ${before === undefined ? '' : `${auditValueWords(field, before, reader)} → `}${auditValueWords(field, after, reader)}`,
            )
            .join('; '),
      ],
      address: [t('audit.address'), (row) => row.address],
    },
  );
});
