import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { raw } from '../../../../db/raw.ts';
import { exports } from '../../../../db/schema/exports.ts';
import type { ExportFault } from '../../../../domain/exports/contract.ts';
import { fileHours } from '../../../../domain/exports/limits.ts';
import { runningStates } from '../../../../domain/exports/states.ts';
import { sendMessage } from '../../../request/messages.ts';
import { tell } from '../../notifications/index.ts';
import { exportsLink, mailExport, reportLink } from '../mail.ts';
import { nextInLine, running } from '../rows.ts';
import type { Change, ClaimedExport, Work } from './work.ts';

const look = (work: Work, id: string, delaySeconds = 0) => sendMessage(work.env, { kind: 'export', tenant: work.tenant, id }, delaySeconds);

const atWork = (row: ClaimedExport) => and(eq(exports.id, row.id), inArray(exports.state, runningStates));

/** Saves the row and schedules its next step; false if the user has cancelled the export in the meantime. */
export async function putDown(work: Work, row: ClaimedExport, change: Change, afterSeconds: number): Promise<boolean> {
  const nextAt = sql`app.now() + make_interval(secs => ${afterSeconds})`;
  if (!(await note(work, row, { ...change, takenUntil: null, nextAt }))) return false;
  await look(work, row.id, afterSeconds);
  return true;
}

/** Saves the result of a step and keeps the lease; false if the user has cancelled the export in the meantime. */
export async function note(work: Work, row: ClaimedExport, change: Change): Promise<boolean> {
  const [written] = await work.database.withJob(work.tenant, (db) => [
    db.update(exports).set(change).where(atWork(row)).returning({ id: exports.id }),
  ]);
  return written.length === 1;
}

/** Marks the export as failed, notifies its user and wakes the next one in the queue. */
export async function fail(work: Work, row: ClaimedExport, fault: ExportFault): Promise<void> {
  await close(work, row, sql`state = 'failed', error = ${fault}`, [
    tell('told', {
      people: sql`select w.user_id from w`,
      kind: 'export_failed',
      vars: sql`(select jsonb_build_object('report', w.report_title, 'format', w.format, 'reason', w.error) from w)`,
      link: sql`(select ${reportLink} from w)`,
    }),
  ]);
}

/** Marks the export as ready for a day, notifies its user, and mails the file if they asked for it. */
export async function finish(work: Work, row: ClaimedExport, bytes: number): Promise<boolean> {
  const change = sql`state = 'ready', percent = 100, error = null, bytes = ${bytes}::bigint,
    expires_at = app.now() + make_interval(hours => ${fileHours})`;
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

const closeRow = raw('exports.close', { next: 'uuid?' });

async function close(work: Work, row: ClaimedExport, change: SQL, effects: SQL[]): Promise<boolean> {
  const [{ rows }] = await work.database.withJob(work.tenant, (db) => [
    closeRow(
      db,
      sql`with w as (update exports e set ${change}, ended_at = app.now(), taken_until = null
            where e.id = ${row.id}::uuid and e.state in ${running} returning e.*),
          ${sql.join(effects, sql`, `)}
        select ${nextInLine(sql`w.account_id`)} as next from w`,
    ),
  ]);
  const [ended] = rows;
  if (!ended) return false;
  await sendMessage(work.env, { kind: 'outbox', tenant: work.tenant });
  if (ended.next) await look(work, ended.next);
  return true;
}
