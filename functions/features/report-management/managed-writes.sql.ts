import { type SQL, sql } from 'drizzle-orm';
import { auditEach, toJson } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import type { bulkActions } from '../../../domain/report-management/limits.ts';
import type { SessionContext } from '../../request/context.ts';
import { idRows } from '../../request/id-rows.ts';
import { endOfGroup, placeFits } from './write-parts.ts';

const changed = raw('managed.change', { there: 'int4', fits: 'bool', changed: 'int4', files: 'text[]?' });
const rechecked = raw('managed.check_link', {});
const covered = raw('managed.cover', { version: 'int4', old: 'text?' });

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

/** Changes many, all or none: one id that is not there leaves everything unchanged. Follows `takeTurn` in its batch. */
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
      a as (${auditEach(ctx, {
        what: `report.${action}`,
        row: sql`c.id`,
        facts: sql`${toJson({ title: sql`c.title` })} || ${place}`,
        from: sql`changed c`,
      })})
    select there.n as there, there.fits, (select count(*)::int from changed) as changed,
      (select array_agg(cover_file) from changed where cover_file is not null) as files from there`,
  );
}

/** Stores the answer of a link's site, unless the report has another link by now. */
export const keepLinkAnswer = (db: Db, ctx: SessionContext, id: string, link: { url: string; frames: boolean }) =>
  rechecked(
    db,
    sql`with o as (select id, external_frames from reports where id = ${id}::uuid),
      w as (update reports t set external_frames = ${link.frames} where t.id = ${id}::uuid and t.external_url = ${link.url}
        returning t.id)
    ${auditEach(ctx, {
      what: 'report.link',
      row: sql`w.id`,
      facts: { before: { frames: sql`o.external_frames` }, after: { frames: link.frames } },
      from: sql`w join o on o.id = w.id`,
    })}`,
  );

/** Sets or removes a report's picture; returns the version and the previous picture. */
export const coverRow = (db: Db, ctx: SessionContext, id: string, file: string | null) =>
  covered(
    db,
    sql`with o as (select id, cover_file, version from reports where id = ${id}::uuid for update),
      w as (update reports t set cover_file = ${file}, version = t.version + 1 from o
        where t.id = o.id and o.cover_file is distinct from ${file} returning t.id, t.version),
      a as (${auditEach(ctx, { what: file ? 'report.cover' : 'report.uncover', row: sql`w.id`, from: sql`w` })})
    select coalesce((select w.version from w), o.version) as version, o.cover_file as old from o`,
  );
