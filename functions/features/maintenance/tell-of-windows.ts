import { type SQL, sql } from 'drizzle-orm';
import type { Database, Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { tellAll } from '../notifications/index.ts';
import { tellConcerned, windowLink, windowVars } from './window.ts';

const perTick = 50;

const dueWindows = raw('maintenance.due', { tenant_id: 'uuid', id: 'uuid' });
const announced = raw('maintenance.announce', { id: 'uuid' });
const opened = raw('maintenance.open', { id: 'uuid' });
const closed = raw('maintenance.close', { id: 'uuid' });

const one = (id: string, mark: SQL, due: SQL) =>
  sql`w as (update maintenance m set ${mark} where m.id = ${id}::uuid and m.cancelled_at is null and ${due} returning m.*)`;
const wordsOfOne = { vars: sql`(select ${windowVars} from w m)`, link: sql`(select ${windowLink} from w m)` };

const announce = (db: Db, id: string) => {
  const due = sql`m.announced_at is null and m.starts_at - make_interval(hours => m.announce_hours) <= app.now()`;
  const ahead = sql`w m where m.announce_hours > 0 and m.starts_at > app.now()`;
  return announced(
    db,
    sql`with ${one(id, sql`announced_at = app.now()`, due)}, ${tellConcerned('told', 'maintenance_announced', ahead)} select w.id from w`,
  );
};
const open = (db: Db, id: string) =>
  opened(db, sql`with ${one(id, sql`opened_at = app.now()`, sql`m.opened_at is null and m.starts_at <= app.now()`)} select w.id from w`);
const close = (db: Db, id: string) =>
  closed(
    db,
    sql`with ${one(id, sql`closed_at = app.now()`, sql`m.closed_at is null and m.ends_at <= app.now()`)},
      gone as (delete from maintenance_waiters x using w where x.maintenance_id = w.id returning x.user_id),
      ${tellAll('told', { people: sql`select gone.user_id from gone`, kind: 'maintenance_over', ...wordsOfOne })} select w.id from w`,
  );

/**
 * Announces the windows that are due, marks those that began, and at the end notifies the people who asked for it. Each step happens once,
 * even if ticks overlap.
 */
export async function announceAndClose(database: Database): Promise<{ due: number }> {
  const [{ rows }] = await database.withJob(null, (db) => [dueWindows(db, sql`select tenant_id, id from app.due_windows(${perTick})`)]);
  for (const { tenant_id, id } of rows) await database.withJob(tenant_id, (db) => [announce(db, id), open(db, id), close(db, id)]);
  return { due: rows.length };
}
