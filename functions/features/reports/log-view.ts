import { sql } from 'drizzle-orm';
import { isoOrNull } from '../../../domain/format/iso.ts';
import { logView } from '../../../domain/reports/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { sha256, toBase64Url } from '../../services/ids.ts';
import { getAnnounced, getIdentity, preventedBy, type ReportFacts, reportFacts } from './facts.ts';
import { getViewer, reportsWithPlace, visibleReport } from './visible.ts';
import { holdVisits, type VisitRow, visitOfPerson, writeVisit } from './visit.ts';

/** The page-visit log and its heartbeat: a visit is written only while this user sees the report, and reopening it soon continues it. */
export const logReportView = bind(logView, async (input, ctx) => {
  const { reportId } = input;
  const shown = sql`${reportsWithPlace} where r.id = ${reportId}::uuid and ${visibleReport(getViewer(ctx))}`;
  const [found, ...visited] = await ctx.database.withTenant(getEntry(ctx, 'reports.view'), (db) => [
    reportFacts(db, ctx, reportId),
    // An act-as session doesn't count as a visit of the user.
    ...(ctx.session.acting ? [] : [holdVisits(db, sql`${ctx.session.sub}`, reportId), writeVisit(db, input, visitOfPerson(input), shown)]),
  ]);
  const [facts] = found.rows;
  const notices = (visited.at(-1)?.rows[0] ?? null) as VisitRow | null; // because the lock before it has no columns
  const reason = facts ? preventedBy(facts, ctx) : ('not_found' as const);
  return {
    status: reason ? ('ended' as const) : ('ok' as const),
    reason,
    access: facts && !reason ? await signReport(facts) : null,
    announced: facts ? getAnnounced(facts) : null,
    pauseAt: isoOrNull(notices?.pause_at ?? null),
    stopsAt: isoOrNull(notices?.stop_at ?? null),
    forceStop: notices?.force_notice ?? null,
  };
});

/** A fingerprint of the identity and filters that reveals neither. */
const signReport = async (facts: ReportFacts): Promise<string> =>
  toBase64Url((await sha256(JSON.stringify([facts.id, getIdentity(facts), facts.path_filters]))).slice(0, 12));
