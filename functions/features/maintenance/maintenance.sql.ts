import { type SQL, sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { maintenance } from '../../../db/schema/maintenance.ts';
import { isOn } from '../../../domain/contract/flag.ts';
import { buildRecord, getKeys } from '../../../domain/fields/fields.ts';
import type { NewWindow } from '../../../domain/maintenance/contract.ts';
import { type WindowField, windowFields } from '../../../domain/maintenance/fields.ts';
import type { SessionContext } from '../../request/context.ts';
import { idRows } from '../../request/id-rows.ts';
import { coversReport, getViewer, reportsWithPlace, visibleReport } from '../reports/index.ts';
import { getPeople, tellConcerned, windowVars } from './window.ts';

const added = raw('maintenance.add', { known: 'int4', ids: 'uuid[]', people: 'int4' });
const toldChange = raw('maintenance.tell_change', {});
const changed = raw('maintenance.change', { id: 'uuid' });
const waited = raw('maintenance.wait', { ends_at: 'timestamptz' });

const tables = { report: sql`reports`, group: sql`groups`, subgroup: sql`subgroups` };

type New = NewWindow & { startsAt: string; targetIds: readonly string[]; wanted: number };

/** Writes one window for each target with its audit row, or nothing if a target doesn't exist. */
export function addRows(db: Db, ctx: SessionContext, { target, targetIds, wanted, ...window }: New) {
  const living = target === 'report' ? sql`` : sql` where t.deleted_at is null`;
  const known =
    target === 'unit'
      ? sql`select null::uuid as id`
      : sql`select t.id from ${tables[target]} t join ${idRows(targetIds)} w on w.id = t.id${living}`;
  const values: Record<WindowField, SQL> = {
    title: sql`${window.title}`,
    text: sql`${window.text}`,
    texts: sql`${JSON.stringify(window.texts)}::jsonb`,
    startsAt: sql`${window.startsAt}::timestamptz`,
    endsAt: sql`${window.endsAt}::timestamptz`,
    blocks: sql`${isOn(window.blocks)}`,
    exceptAdmin: sql`${isOn(window.exceptAdmin)}`,
    announceHours: sql`${window.announceHours}`,
    pausesCapacity: sql`${isOn(window.pausesCapacity) && isOn(window.blocks)}`,
    loginNotice: sql`${isOn(window.loginNotice) && target === 'unit'}`,
  };
  const columns = getKeys(values).map((name) => sql.identifier(maintenance[name].name));
  return added(
    db,
    sql`with known as (${known}),
      w as (insert into maintenance (id, target, target_id, added_by_id, ${sql.join(columns, sql`, `)})
        select gen_random_uuid(), ${target}, known.id, (select app.user_id()), ${sql.join(Object.values(values), sql`, `)}
        from known where (select count(*) from known) = ${wanted}::int returning *),
      a as (${auditEach(ctx, {
        what: 'maintenance.add',
        row: sql`w.id`,
        facts: {
          after: {
            target: sql`w.target`,
            targetId: sql`w.target_id`,
            ...buildRecord(windowFields, (name) => sql`w.${sql.identifier(maintenance[name].name)}`),
          },
        },
        from: sql`w`,
      })})
    select (select count(*)::int from known) as known, coalesce((select array_agg(w.id) from w), '{}') as ids,
      (select count(*)::int from (${getPeople(sql`w`)}) p) as people`,
  );
}

/** Notifies again the people who were notified before. An announcement still being sent gets the new times, or is recalled. */
export function news(kind: 'maintenance_changed' | 'maintenance_cancelled'): SQL {
  const isChange = kind === 'maintenance_changed';
  return sql`${tellConcerned('told', kind, sql`w m where m.announced_at is not null`)},
    announced as (update mailings a set ${isChange ? sql`vars = ${windowVars}` : sql`state = 'recalled'`} from w m
      where a.kind in ('maintenance_announced', ${isChange ? 'maintenance_announced' : 'maintenance_changed'})
        and a.source_id = m.id and a.state in ('queued', 'running'))`;
}

/** Announces new times; must follow the update in its batch. */
export const tellChange = (db: Db, id: string) =>
  toldChange(db, sql`with w as (select * from maintenance where id = ${id}::uuid), ${news('maintenance_changed')} select`);

const effects = {
  cancel: { set: sql`cancelled_at = app.now()`, while: sql`m.starts_at > app.now()` },
  start: { set: sql`ends_at = app.now() + (ends_at - starts_at), starts_at = app.now()`, while: sql`m.starts_at > app.now()` },
  end: { set: sql`ends_at = app.now()`, while: sql`m.starts_at < app.now() and m.ends_at > app.now()` },
};

/** Returns the window if this change was still possible. */
export function changeRow(db: Db, ctx: SessionContext, id: string, action: keyof typeof effects) {
  const effect = effects[action];
  return changed(
    db,
    sql`with w as (update maintenance m set ${effect.set}, version = version + 1
        where m.id = ${id}::uuid and m.cancelled_at is null and ${effect.while} returning m.*)
      ${action === 'cancel' ? sql`, ${news('maintenance_cancelled')}` : sql``},
      a as (${auditEach(ctx, {
        what: `maintenance.${action}`,
        row: sql`w.id`,
        facts: { after: { title: sql`w.title`, startsAt: sql`w.starts_at`, endsAt: sql`w.ends_at` } },
        from: sql`w`,
      })})
    select w.id from w`,
  );
}

/** Notes that this user waits for the end of the last window that covers the report now, and returns that end. */
export const waitForLast = (db: Db, ctx: SessionContext, reportId: string) =>
  waited(
    db,
    sql`with w as (select m.id, m.ends_at from ${reportsWithPlace} join maintenance m on ${coversReport}
        where r.id = ${reportId}::uuid and ${visibleReport(getViewer(ctx))} order by m.ends_at desc limit 1),
      n as (insert into maintenance_waiters (maintenance_id) select w.id from w on conflict do nothing returning maintenance_id),
      a as (${auditEach(ctx, { what: 'maintenance.wait', row: sql`n.maintenance_id`, from: sql`n` })})
    select w.ends_at from w`,
  );
