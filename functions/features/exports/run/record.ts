import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../../db/client.ts';
import type { ExportFault } from '../../../../domain/exports/contract.ts';
import { fileHours } from '../../../../domain/exports/limits.ts';
import { sendMessage } from '../../../http/messages.ts';
import { tell } from '../../notifications/index.ts';
import { exportsLink, mailExport, reportLink } from '../mail.ts';
import { nextInLine } from '../rows.ts';
import type { Held, Work } from './work.ts';

const look = (work: Work, id: string, delaySeconds = 0) => sendMessage(work.env, { kind: 'export', tenant: work.tenant, id }, delaySeconds);

/** Puts the row down until its next step and says when to look again; false when the person has given it up meanwhile. */
export async function putDown(work: Work, row: Held, change: SQL, afterSeconds: number): Promise<boolean> {
  const [result] = await work.database.withJob(work.tenant, (db) => [
    db.execute(
      sql`update exports e set ${change}, taken_until = null, next_at = app.now() + make_interval(secs => ${afterSeconds}) where e.id = ${row.id}::uuid and e.state in ('running','finishing') returning 1`,
    ),
  ]);
  if (result.rows.length === 0) return false;
  await look(work, row.id, afterSeconds);
  return true;
}

/** Writes what a step has found out and keeps the lease; false when the person has given the export up meanwhile. */
export async function note(work: Work, row: Held, change: SQL): Promise<boolean> {
  const [result] = await work.database.withJob(work.tenant, (db) => [
    db.execute(sql`update exports e set ${change} where e.id = ${row.id}::uuid and e.state in ('running','finishing') returning 1`),
  ]);
  return result.rows.length === 1;
}

/** The end of an export that came to nothing; its person is told, and the next in line may start. */
export async function fail(work: Work, row: Held, fault: ExportFault): Promise<void> {
  await close(work, row, sql`state = 'failed', error = ${fault}`, [
    tell('told', {
      people: sql`select w.user_id from w`,
      kind: 'export_failed',
      vars: sql`(select jsonb_build_object('report', w.report_title, 'format', w.format, 'reason', w.error) from w)`,
      link: sql`(select ${reportLink} from w)`,
    }),
  ]);
}

/** The good end: the file is there for a day; its person is told, and gets it by mail where he asked for that. */
export async function finish(work: Work, row: Held, bytes: number): Promise<boolean> {
  const change = sql`state = 'ready', percent = 100, error = null, bytes = ${bytes}::bigint, expires_at = app.now() + make_interval(hours => ${fileHours})`;
  return close(work, row, change, [
    tell('told', {
      people: sql`select w.user_id from w`,
      kind: 'export_ready',
      vars: sql`(select jsonb_build_object('report', w.report_title, 'format', w.format) from w)`,
      link: sql`(select ${exportsLink} from w)`,
    }),
    mailExport(work.tenant),
  ]);
}

async function close(work: Work, row: Held, change: SQL, effects: SQL[]): Promise<boolean> {
  const [result] = await work.database.withJob(work.tenant, (db) => [
    db.execute(sql`with w as (update exports e set ${change}, ended_at = app.now(), taken_until = null where e.id = ${row.id}::uuid and e.state in ('running','finishing') returning e.*),
        ${sql.join(effects, sql`, `)}
      select w.id, ${nextInLine(sql`w.account_id`)} as next from w`),
  ]);
  const [ended] = rowsOf<{ id: string; next: string | null }>(result);
  if (!ended) return false;
  await sendMessage(work.env, { kind: 'outbox', tenant: work.tenant });
  if (ended.next) await look(work, ended.next);
  return true;
}
