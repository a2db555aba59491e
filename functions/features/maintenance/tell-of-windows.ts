import { type SQL, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../../../db/client.ts';
import { tell } from '../notifications/index.ts';
import { linkOf, tellConcerned, varsOf } from './window.ts';

type Due = { tenant_id: string; id: string };
const perTick = 50;

const one = (id: string, mark: SQL, due: SQL) =>
  sql`w as (update maintenance m set ${mark} where m.id = ${id}::uuid and m.cancelled_at is null and ${due} returning m.*)`;
const wordsOfOne = { vars: sql`(select ${varsOf} from w m)`, link: sql`(select ${linkOf} from w m)` };

/**
 * What the moment asks of windows: those whose announcement is due are told to everybody they concern, those that began
 * are marked, and at the end who asked for it is told. Each step happens once, however many ticks meet.
 */
export async function announceAndClose(database: Database): Promise<{ due: number }> {
  const [found] = await database.withJob(null, (db) => [db.execute(sql`select tenant_id, id from app.due_windows(${perTick})`)]);
  const due = rowsOf<Due>(found);
  for (const { tenant_id, id } of due) {
    await database.withJob(tenant_id, (db) => [
      db.execute(sql`with ${one(id, sql`announced_at = app.now()`, sql`m.announced_at is null and m.starts_at - make_interval(hours => m.announce_hours) <= app.now()`)},
        ${tellConcerned('told', 'maintenance_announced', sql`w m where m.announce_hours > 0 and m.starts_at > app.now()`)} select 1 from w`),
      db.execute(sql`with ${one(id, sql`opened_at = app.now()`, sql`m.opened_at is null and m.starts_at <= app.now()`)} select 1 from w`),
      db.execute(sql`with ${one(id, sql`closed_at = app.now()`, sql`m.closed_at is null and m.ends_at <= app.now()`)},
        gone as (delete from maintenance_waiters x using w where x.maintenance_id = w.id returning x.user_id),
        ${tell('told', { people: sql`select gone.user_id from gone`, kind: 'maintenance_over', ...wordsOfOne })} select 1 from w`),
    ]);
  }
  return { due: due.length };
}
