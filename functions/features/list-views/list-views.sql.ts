import { type SQL, sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import type { ListViewState } from '../../../domain/list-views/contract.ts';
import { listViewLimits } from '../../../domain/list-views/limits.ts';
import type { SessionContext } from '../../request/context.ts';

type Words = { name: string; key: string; shared: boolean };

const turn = raw('list_views.turn', {});
const added = raw('list_views.add', { added: 'int4' });
const edited = raw('list_views.edit', { there: 'bool', version: 'int4?' });
const removed = raw('list_views.remove', { n: 'int4' });

/** Serializes adding views per user. A lock inside the statement would not help: it would count what it saw before waiting. */
export const takeTurn = (db: Db) =>
  turn(db, sql`select from pg_advisory_xact_lock(hashtextextended('list view ' || (select app.user_id())::text, 0))`);

export const addRow = (db: Db, ctx: SessionContext, view: Words & { id: string; list: string; state: ListViewState }) =>
  added(
    db,
    sql`with w as (insert into list_views (id, list, name, sort_key, shared, state)
        select ${view.id}::uuid, ${view.list}, ${view.name}, ${view.key}, ${view.shared}, ${JSON.stringify(view.state)}::jsonb
        where (select count(*) from list_views v where v.list = ${view.list} and v.user_id = (select app.user_id()))
          < ${listViewLimits.perList} returning id),
      a as (${auditEach(ctx, {
        what: 'list_view.add',
        row: sql`w.id`,
        facts: { list: view.list, after: { name: view.name, shared: view.shared } },
        from: sql`w`,
      })})
    select count(*)::int as added from w`,
  );

/** What is undefined stays as it is. */
type Edit = Omit<Words, 'shared'> & { id: string; version: number; shared: boolean | undefined; state: ListViewState | undefined };

/** `changeable` is the condition for the views v that this user may change. */
export const editRow = (db: Db, ctx: SessionContext, changeable: SQL, view: Edit) =>
  edited(
    db,
    sql`with o as (select v.id, v.name, v.shared, v.list from list_views v where v.id = ${view.id}::uuid and ${changeable}),
      w as (update list_views v set name = ${view.name}, sort_key = ${view.key}, shared = coalesce(${view.shared ?? null}::boolean, v.shared),
          version = v.version + 1
        ${view.state ? sql`, state = ${JSON.stringify(view.state)}::jsonb` : sql``}
        from o where v.id = o.id and v.version = ${view.version} returning v.id, v.version),
      a as (${auditEach(ctx, {
        what: 'list_view.edit',
        row: sql`w.id`,
        facts: {
          list: sql`o.list`,
          before: { name: sql`o.name`, shared: sql`o.shared` },
          after: { name: view.name, shared: sql`coalesce(${view.shared ?? null}::boolean, o.shared)`, renewed: view.state !== undefined },
        },
        from: sql`w join o on o.id = w.id`,
      })})
    select exists (select from o) as there, (select version from w) as version`,
  );

export const removeRow = (db: Db, ctx: SessionContext, changeable: SQL, id: string) =>
  removed(
    db,
    sql`with w as (delete from list_views v where v.id = ${id}::uuid and ${changeable} returning v.id, v.list, v.name, v.shared),
      a as (${auditEach(ctx, {
        what: 'list_view.remove',
        row: sql`w.id`,
        facts: { list: sql`w.list`, before: { name: sql`w.name`, shared: sql`w.shared` } },
        from: sql`w`,
      })})
    select count(*)::int as n from w`,
  );
