import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { isOn } from '../../../domain/contract/fields.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { changeWindow, editWindow } from '../../../domain/maintenance/contract.ts';
import { mayDo, stateOfWindow } from '../../../domain/maintenance/window.ts';
import { bind } from '../../http/bind.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
import { wakeMailings } from '../notifications/index.ts';
import { checkTimes } from './add-window.ts';
import { columns, type Row, tellConcerned, timesOf, varsOf } from './window.ts';

async function load(ctx: SessionContext, id: string): Promise<Row & { announced_at: string | null }> {
  const [rows] = await ctx.database.withTenant(entryOf(ctx, 'maintenance.manage'), (db) => [
    db.execute(sql`select ${columns}, m.announced_at from maintenance m where m.id = ${id}::uuid`),
  ]);
  const [row] = rowsOf<Row & { announced_at: string | null }>(rows);
  if (!row) throw new AppError('not_found');
  return row;
}

/** Those who were told of it before are told; an announcement that is still on its way tells the new times, or nobody any more. */
const news = (
  kind: 'maintenance_changed' | 'maintenance_cancelled',
) => sql`${tellConcerned('told', kind, sql`w m where m.announced_at is not null`)},
  announced as (update mailings a set ${kind === 'maintenance_changed' ? sql`vars = ${varsOf}` : sql`state = 'recalled'`} from w m
    where a.kind in ('maintenance_announced', ${kind === 'maintenance_changed' ? 'maintenance_announced' : 'maintenance_changed'}) and a.source_id = m.id and a.state in ('queued', 'running'))`;

/** Before the start everything may change; afterwards the words and the end, which is how a window is extended. */
export const editOneWindow = bind(editWindow, async (input, ctx) => {
  const now = ctx.clock.now();
  const row = await load(ctx, input.id);
  if (row.version !== input.version) throw new AppError('changed_meanwhile');
  const state = stateOfWindow(timesOf(row), now);
  const running = mayDo(state, 'extend');
  if (!running && !mayDo(state, 'edit')) throw new AppError('window_over');
  const startsAt = running ? Date.parse(row.starts_at) : Date.parse(input.startsAt);
  checkTimes(startsAt, Date.parse(input.endsAt), now, !running && startsAt !== Date.parse(row.starts_at));
  const longer = running && Date.parse(input.endsAt) > Date.parse(row.ends_at);
  const moved = startsAt !== Date.parse(row.starts_at) || Date.parse(input.endsAt) !== Date.parse(row.ends_at);
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'maintenance.manage'), (db) => [
    db.execute(sql`with old as (select * from maintenance m where m.id = ${input.id}::uuid),
      w as (update maintenance m set title = ${input.title}, text = ${input.text}, texts = ${JSON.stringify(input.texts)}::jsonb, starts_at = ${new Date(startsAt).toISOString()}::timestamptz, ends_at = ${input.endsAt}::timestamptz,
          blocks = ${isOn(input.blocks)}, except_admin = ${isOn(input.exceptAdmin)}, announce_hours = ${running ? row.announce_hours : input.announceHours}::int, login_notice = ${isOn(input.loginNotice)} and m.target = 'unit',
          extended = m.extended or ${longer}, version = m.version + 1
        where m.id = ${input.id}::uuid and m.version = ${input.version}::int and m.cancelled_at is null and m.ends_at > app.now() returning m.*)${moved ? sql`, ${news('maintenance_changed')}` : sql``},
      a as (insert into audit (what, row_id, change, ip, request_id) select ${longer ? 'maintenance.extend' : 'maintenance.edit'}, w.id, jsonb_build_object('before', jsonb_build_object('title', old.title, 'text', old.text, 'startsAt', old.starts_at, 'endsAt', old.ends_at, 'blocks', old.blocks),
          'after', jsonb_build_object('title', w.title, 'text', w.text, 'startsAt', w.starts_at, 'endsAt', w.ends_at, 'blocks', w.blocks)), ${ctx.address}, ${ctx.requestId} from w, old)
      select w.version from w`),
  ]);
  const version = rowsOf<{ version: number }>(result)[0]?.version;
  if (version === undefined) throw new AppError('changed_meanwhile');
  if (moved) wakeMailings(ctx);
  return { id: input.id, version };
});

const effects = {
  cancel: sql`cancelled_at = app.now()`,
  start: sql`ends_at = app.now() + (ends_at - starts_at), starts_at = app.now()`,
  end: sql`ends_at = app.now()`,
};
const stillIn = {
  cancel: sql`m.starts_at > app.now()`,
  start: sql`m.starts_at > app.now()`,
  end: sql`m.starts_at < app.now() and m.ends_at > app.now()`,
};

/** Cancels or starts a window that has not begun, ends a running one; who comes second is told that it is over. */
export const changeOneWindow = bind(changeWindow, async ({ id, action }, ctx) => {
  const [there, result] = await ctx.database.withTenant(entryOf(ctx, 'maintenance.manage'), (db) => [
    db.execute(sql`select 1 from maintenance m where m.id = ${id}::uuid`),
    db.execute(sql`with w as (update maintenance m set ${effects[action]}, version = version + 1 where m.id = ${id}::uuid and m.cancelled_at is null and ${stillIn[action]} returning m.*)${action === 'cancel' ? sql`, ${news('maintenance_cancelled')}` : sql``},
      a as (insert into audit (what, row_id, change, ip, request_id) select ${`maintenance.${action}`}, w.id, jsonb_build_object('after', jsonb_build_object('title', w.title, 'startsAt', w.starts_at, 'endsAt', w.ends_at)), ${ctx.address}, ${ctx.requestId} from w)
      select 1 from w`),
  ]);
  if (there.rows.length === 0) throw new AppError('not_found');
  if (result.rows.length === 0) throw new AppError('window_over');
  if (action === 'cancel') wakeMailings(ctx);
  return { status: 'ok' as const };
});
