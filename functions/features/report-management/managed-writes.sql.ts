import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import type { CustomValues } from '../../../domain/custom-fields/field.ts';
import type { ManagedFields, NewLink } from '../../../domain/report-management/contract.ts';
import type { bulkActions } from '../../../domain/report-management/limits.ts';
import type { SessionContext } from '../../http/context.ts';
import { idRows } from '../../http/id-rows.ts';
import { defaultValues } from '../custom-fields/index.ts';
import { differences, endOfGroup, factsOf, keyOfTitle, mayAddReports, placeFits, textRows, wordsOf } from './write-parts.ts';

const added = raw('managed.add', { added: 'int4', fits: 'bool', allowed: 'bool?' });
const edited = raw('managed.edit', { changed: 'int4', fits: 'bool', known_owner: 'bool' });
const changed = raw('managed.change', { there: 'int4', fits: 'bool', changed: 'int4', files: 'text[]?' });
const ordered = raw('managed.order', { fits: 'int4' });
const rechecked = raw('managed.check_link', {});
const covered = raw('managed.cover', { version: 'int4', old: 'text?' });

/** Adds an external link with its words, its first grant and its audit row. */
export const addRow = (db: Db, ctx: SessionContext, id: string, input: NewLink & { frames: boolean }) =>
  added(
    db,
    sql`with fits as (select ${placeFits(input.groupId, input.subgroupId)} as place, ${mayAddReports} as allowed),
      w as (insert into reports (id, group_id, subgroup_id, title, sort_key, description, kind, external_url, external_frames,
          added_by_id, owner_id, custom, position)
        select ${id}::uuid, ${input.groupId}::uuid, ${input.subgroupId}::uuid, ${input.title}, ${keyOfTitle(input.title)},
          ${input.description}, 'external', ${input.externalUrl}, ${input.frames}, (select app.user_id()), (select app.user_id()),
          ${defaultValues('report')}, ${endOfGroup(input.groupId)}
        from fits where fits.place and fits.allowed returning id),
      words as (insert into report_words (word, report_id)
        select x.word, w.id from w, ${textRows(wordsOf(input.title, input.description))} x),
      g as (insert into grants (id, report_id, subject, source, granted_by_id)
        select gen_random_uuid(), w.id, 'everyone', 'publish', (select app.user_id()) from w where ${input.audience === 'everyone'}),
      a as (insert into audit (what, row_id, change, ip, request_id)
        select 'report.add', w.id, jsonb_build_object('after', jsonb_build_object('title', ${input.title}::text,
          'externalUrl', ${input.externalUrl}::text, 'audience', ${input.audience}::text)), ${ctx.address}, ${ctx.requestId} from w)
    select (select count(*)::int from w) as added, fits.place as fits, fits.allowed from fits`,
  );

type Edit = ManagedFields & { frames: boolean; custom: CustomValues };

/** `position` and the facts of the history are computed from the row as it is, so the change is one statement. */
export function editRow(db: Db, ctx: SessionContext, { id, version, ...input }: Edit) {
  const words = textRows(wordsOf(input.title, input.description, input.texts));
  const group = sql`${input.groupId}::uuid`;
  const owner = sql`${input.ownerId}::uuid`;
  return edited(
    db,
    sql`with o as (select * from reports where id = ${id}::uuid),
      fits as (select ${placeFits(input.groupId, input.subgroupId)} as place, (${owner} is null or exists (select from users u
          where u.id = ${owner} and (u.deleted_at is null or u.id = (select o.owner_id from o)))) as owner),
      w as (update reports t set title = ${input.title}, sort_key = ${keyOfTitle(input.title)}, description = ${input.description},
          texts = ${JSON.stringify(input.texts)}::jsonb, group_id = ${group}, subgroup_id = ${input.subgroupId}::uuid, owner_id = ${owner},
          position = case when t.group_id is not distinct from ${group} then t.position else ${endOfGroup(input.groupId)} end,
          verified = ${input.verified}, hidden = ${input.hidden}, cover_kind = ${input.coverKind}, external_url = ${input.externalUrl},
          external_frames = ${input.frames}, navigation_panel = ${input.navigationPanel}, side_filter = ${input.sideFilter},
          hidden_pages = ${input.hiddenPages}, visual_headers = ${input.visualHeaders}, mobile_background = ${input.mobileBackground},
          orientation = ${input.orientation}, show_last_update = ${input.showLastUpdate}, tenant_colors = ${input.tenantColors},
          allow_edit = ${input.allowEdit}, restriction = ${input.restriction}, on_catalog = ${input.onCatalog}, on_app = ${input.onApp},
          watermark = ${input.watermark}, ignore_rls = ${input.ignoreRlsRole !== null}, ignore_rls_role = ${input.ignoreRlsRole},
          catalog_description = ${input.catalogDescription}, resolution = ${input.resolution},
          custom = ${JSON.stringify(input.custom)}::jsonb, version = t.version + 1
        from fits where t.id = ${id}::uuid and t.version = ${version} and fits.place and fits.owner returning t.*),
      gone as (delete from report_words x using w where x.report_id = w.id and x.word not in (select n.word from ${words} n)),
      words as (insert into report_words (word, report_id) select n.word, w.id from w, ${words} n on conflict do nothing),
      a as (insert into audit (what, row_id, change, ip, request_id)
        select 'report.edit', w.id, ${differences(factsOf(sql`o`), factsOf(sql`w`))}, ${ctx.address}, ${ctx.requestId}
        from w join o on o.id = w.id)
    select (select count(*)::int from w) as changed, fits.place as fits, fits.owner as known_owner from fits`,
  );
}

type Effect = { set: SQL; changes: SQL };
const flag = (column: string, value: boolean): Effect => ({
  set: sql`${sql.identifier(column)} = ${value}`,
  changes: sql`t.${sql.identifier(column)} <> ${value}`,
});
const flags = {
  show: flag('hidden', false),
  hide: flag('hidden', true),
  verify: flag('verified', true),
  unverify: flag('verified', false),
  catalog: flag('on_catalog', true),
  uncatalog: flag('on_catalog', false),
} as const;

const moveTo = (groupId: string | null, subgroupId: string | null): Effect => {
  const group = sql`${groupId}::uuid`;
  const subgroup = sql`${subgroupId}::uuid`;
  const isThere = sql`t.group_id is not distinct from ${group}`;
  return {
    set: sql`group_id = ${group}, subgroup_id = ${subgroup},
          position = case when ${isThere} then t.position else ${endOfGroup(groupId)} + w.n end`,
    changes: sql`(not ${isThere} or t.subgroup_id is distinct from ${subgroup})`,
  };
};

type Change = { action: (typeof bulkActions)[number]; ids: readonly string[]; groupId: string | null; subgroupId: string | null };

/** Changes many, all or none: one id that is not there leaves everything as it was. Follows `takeTurn` in its batch. */
export function changeRows(db: Db, ctx: SessionContext, { action, ids, groupId, subgroupId }: Change) {
  const all = sql`there.n = ${ids.length}`;
  const { set, changes } = action === 'move' || action === 'delete' ? moveTo(groupId, subgroupId) : flags[action];
  const write =
    action === 'delete'
      ? sql`delete from reports t using wanted w, there where ${all} and t.id = w.id returning t.id, t.title, t.cover_file`
      : sql`update reports t set ${set}, version = t.version + 1 from wanted w, there
          where ${all} and there.fits and t.id = w.id and ${changes} returning t.id, t.title, null::text as cover_file`;
  const place = sql`case when ${action === 'move'} then jsonb_build_object('after', jsonb_build_object(
          'group', (select g.name from groups g where g.id = ${groupId}::uuid),
          'subgroup', (select s.name from subgroups s where s.id = ${subgroupId}::uuid))) else '{}'::jsonb end`;
  return changed(
    db,
    sql`with wanted as ${idRows(ids)},
      there as (select count(*)::int as n, ${placeFits(groupId, subgroupId)} as fits from reports t join wanted w on w.id = t.id),
      changed as (${write}),
      a as (insert into audit (what, row_id, change, ip, request_id)
        select ${`report.${action}`}, c.id, jsonb_build_object('title', c.title) || ${place}, ${ctx.address}, ${ctx.requestId}
        from changed c)
    select there.n as there, there.fits, (select count(*)::int from changed) as changed,
      (select array_agg(cover_file) from changed where cover_file is not null) as files from there`,
  );
}

/** Writes the whole order of a group, or nothing if a report was added or removed. Follows `takeTurn` in its batch. */
export const orderRows = (db: Db, ctx: SessionContext, groupId: string, ids: readonly string[]) =>
  ordered(
    db,
    sql`with wanted as ${idRows(ids)},
      now_there as (select r.id, r.position from reports r
        join groups g on g.tenant_id = r.tenant_id and g.id = r.group_id and g.deleted_at is null where r.group_id = ${groupId}::uuid),
      fits as (select 1 where (select count(*) from wanted) = (select count(*) from now_there)
        and not exists (select id from now_there except select id from wanted)),
      moved as (update reports t set position = w.n from wanted w, fits where t.id = w.id and t.position <> w.n returning t.id),
      a as (insert into audit (what, row_id, change, ip, request_id)
        select 'report.order', ${groupId}::uuid, jsonb_build_object('before', (select jsonb_agg(id order by position) from now_there),
          'after', (select jsonb_agg(id order by n) from wanted)), ${ctx.address}, ${ctx.requestId}
        where exists (select from moved))
    select (select count(*)::int from fits) as fits`,
  );

/** Keeps what the site of a link said, unless the report has another link by now. */
export const keepLinkAnswer = (db: Db, ctx: SessionContext, id: string, link: { url: string; frames: boolean }) =>
  rechecked(
    db,
    sql`with o as (select id, external_frames from reports where id = ${id}::uuid),
      w as (update reports t set external_frames = ${link.frames} where t.id = ${id}::uuid and t.external_url = ${link.url}
        returning t.id)
    insert into audit (what, row_id, change, ip, request_id)
      select 'report.link', w.id, jsonb_build_object('before', jsonb_build_object('frames', o.external_frames),
        'after', jsonb_build_object('frames', ${link.frames}::boolean)), ${ctx.address}, ${ctx.requestId} from w join o on o.id = w.id`,
  );

/** Hangs a picture on a report, or takes it off; returns the version and the picture before. */
export const coverRow = (db: Db, ctx: SessionContext, id: string, file: string | null) =>
  covered(
    db,
    sql`with o as (select id, cover_file, version from reports where id = ${id}::uuid for update),
      w as (update reports t set cover_file = ${file}, version = t.version + 1 from o
        where t.id = o.id and o.cover_file is distinct from ${file} returning t.id, t.version),
      a as (insert into audit (what, row_id, change, ip, request_id)
        select ${file ? 'report.cover' : 'report.uncover'}, w.id, '{}'::jsonb, ${ctx.address}, ${ctx.requestId} from w)
    select coalesce((select w.version from w), o.version) as version, o.cover_file as old from o`,
  );
