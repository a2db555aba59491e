import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { defineShape, type RowOf, raw, typed } from '../../../db/raw.ts';
import type { DeviceRow, DeviceState } from '../../../domain/playlists/devices-contract.ts';
import { awayMinutes, type deviceFilters } from '../../../domain/playlists/limits.ts';
import type { RlsIdentity } from '../../../domain/reports/identity.ts';
import { coversReport, refusedInSql, reportsWithPlace, visibleReport } from '../reports/index.ts';
import { matchesName } from './playlist.ts';

// In these statements `d` is the display, `p` its playlist, `i` an item of it and `r` the item's report.

const rowShape = defineShape({
  ...{ id: 'uuid', name: 'text', place: 'text', playlist_id: 'uuid?', playlist_name: 'text?' },
  ...{ players: 'int4', last_seen: 'timestamptz?', last_ip: 'text?', showing: 'text?', items: 'int4' },
  ...{ expires_at: 'timestamptz', approved_by: 'text?', version: 'int4', created_at: 'timestamptz' },
  identity: typed<RlsIdentity | null>('jsonb?'),
  state: typed<DeviceState>('text'),
  skipped: typed<DeviceRow['skipped']>('jsonb'),
});
export type Row = RowOf<typeof rowShape>;

const listed = raw('displays.list', { ...rowShape, sort_value: 'text' });
const counted = raw('displays.count', { n: 'int4' });
const exported = raw('displays.export', rowShape);

/** Report r requires an identity of a display, or a role of one. */
const asks = sql`(r.needs_identity and not (r.ignore_rls and coalesce(r.ignore_rls_role, '') <> ''))`;
const lacksName = (identity: SQL) => sql`(${asks} and coalesce(${identity}->>'username', '') !~ '\\S')`;
const lacksRole = (identity: SQL) =>
  sql`(${asks} and r.needs_roles
    and case jsonb_typeof(${identity}->'roles') when 'array' then jsonb_array_length(${identity}->'roles') else 0 end = 0)`;

/** The items of a playlist that a display skips because its identity lacks what they require. */
export const lackingItems = (playlistId: SQL, identity: SQL): SQL =>
  sql`select i.id, i.position, r.title, ${lacksName(identity)} as name
    from playlist_items i join reports r on r.tenant_id = i.tenant_id and r.id = i.report_id
    where i.playlist_id = ${playlistId} and (${lacksName(identity)} or ${lacksRole(identity)})`;

// A display acts for no user: it shows what an administrator selected, unless that is hidden.
const display = { userId: '00000000-0000-0000-0000-000000000000', seesAll: true };
const underOwnRole = sql`r.ignore_rls and coalesce(r.ignore_rls_role, '') <> ''`;
const identityName = sql`(case when ${underOwnRole} then 'display-' || d.id else d.identity->>'username' end)`;
const identityRoles = sql`(case when ${underOwnRole} then array[r.ignore_rls_role] else array(select jsonb_array_elements_text(
    case jsonb_typeof(d.identity->'roles') when 'array' then d.identity->'roles' else '[]' end)) end)`;
/** The same reasons as in play.ts, plus those only the service or the display itself knows. */
const skipReason = sql`case when r.kind <> 'powerbi' or not ${visibleReport(display)} then 'hidden'
    when exists (select from maintenance m where ${coversReport}) then 'maintenance'
    when r.embed_url is null or r.service_report_id is null or r.workspace_id is null then 'missing'
    when ${lacksName(sql`d.identity`)} then 'no_identity' when ${lacksRole(sql`d.identity`)} then 'no_role'
    when r.needs_identity and ${refusedInSql(identityName, identityRoles)} then 'refused'
    when coalesce(d.status->'out', '[]') ? i.id::text then 'failing' end`;
const itemsOfDisplay = sql`${reportsWithPlace} join playlist_items i on i.tenant_id = r.tenant_id and i.report_id = r.id
      where i.playlist_id = d.playlist_id`;
const skipped = sql`coalesce((select jsonb_agg(jsonb_build_object('title', o.title, 'reason', o.reason) order by o.position)
    from (select r.title, i.position, ${skipReason} as reason
      from ${itemsOfDisplay}) o where o.reason is not null), '[]')`;

const away = sql`make_interval(mins => ${awayMinutes})`;
const titleOfItem = (id: SQL) =>
  sql`(select r.title from playlist_items i join reports r on r.tenant_id = i.tenant_id and r.id = i.report_id
    where i.tenant_id = d.tenant_id and i.playlist_id = d.playlist_id and i.id::text = ${id})`;

const rowColumns = sql`d.id, d.name, d.place, d.playlist_id, p.name as playlist_name, d.identity,
    case when d.revoked_at is not null then 'revoked' when d.expires_at <= app.now() then 'expired'
      when d.last_seen is null then 'never' when d.last_seen < app.now() - ${away} then 'away' else 'playing' end as state,
    (select count(*)::int from players x
      where x.tenant_id = d.tenant_id and x.device_id = d.id and x.ended_at is null and x.last_seen >= app.now() - ${away}) as players,
    d.last_seen, d.last_ip, ${titleOfItem(sql`d.status->>'item'`)} as showing,
    (select count(*)::int from playlist_items i where i.tenant_id = d.tenant_id and i.playlist_id = d.playlist_id) as items,
    ${skipped} as skipped, d.expires_at, u.name as approved_by, d.version, d.created_at`;
const source = sql`playlist_devices d left join playlists p on p.tenant_id = d.tenant_id and p.id = d.playlist_id
    left join users u on u.tenant_id = d.tenant_id and u.id = d.approved_by_id`;

const live = sql`(d.revoked_at is null and d.expires_at > app.now())`;
const states = {
  live,
  skipping: sql`(${live} and exists (select from ${itemsOfDisplay} and ${skipReason} is not null))`,
  ended: sql`(d.revoked_at is not null or d.expires_at <= app.now())`,
};
type Filters = { search?: string | undefined; state?: (typeof deviceFilters)[number] | undefined; id?: string | undefined };

/** The displays of the list, or the one: approved ones; a screen that waits for approval is only known by its code. */
const conditions = ({ id, state, search }: Filters): SQL =>
  sql`d.approved_at is not null
    and ${id ? sql`d.id = ${id}::uuid` : sql`${states[state ?? 'live']} and ${matchesName(sql`d.sort_key`, search)}`}`;

/** The displays in use that skip something. */
export const skippingDisplays = sql`playlist_devices d where ${conditions({ state: 'skipping' })}`;

type Page = { where: SQL; sortValue: SQL; orderBy: SQL; limit: SQL };

export const listPage = (db: Db, filters: Filters, page: Page) =>
  listed(
    db,
    sql`select ${rowColumns}, ${page.sortValue} as sort_value from ${source}
    where ${conditions(filters)} and ${page.where} order by ${page.orderBy} ${page.limit}`,
  );

export const countRows = (db: Db, filters: Filters) =>
  counted(db, sql`select count(*)::int as n from playlist_devices d where ${conditions(filters)}`);

export const exportRows = (db: Db, filters: Filters, orderBy: SQL, limit: SQL) =>
  exported(db, sql`select ${rowColumns} from ${source} where ${conditions(filters)} order by ${orderBy} ${limit}`);
