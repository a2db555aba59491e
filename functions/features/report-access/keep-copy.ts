import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { countRows, lockVersion, mustHold } from '../../../db/assertions.ts';
import { auditedAct } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { grants } from '../../../db/schema/report-access.ts';
import { reports } from '../../../db/schema/reports.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { pick } from '../../../domain/fields/fields.ts';
import { keepCopy } from '../../../domain/report-access/contract.ts';
import { decideCopy } from '../../../domain/report-access/copy.ts';
import { mayEdit } from '../../../domain/report-access/edit-rule.ts';
import { fold, searchWords } from '../../../domain/text/fold.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { newId } from '../../services/ids.ts';
import type { ServiceReport } from '../../services/report-service/port.ts';
import { addWords, takeTurn } from '../report-management/index.ts';
import {
  type AccountRow,
  accountOfReport,
  getAccount,
  getGrant,
  getProvider,
  nearestGrantFirst,
  type ReportFacts,
  reportFacts,
  toAppError,
} from '../reports/index.ts';

const me = sql<string>`(select app.user_id())`;
// The options that a copy takes over from the original; it is neither verified nor in the catalog, and not a favorite of any user.
const kept = [
  ...(['groupId', 'subgroupId', 'description', 'kind', 'accountId', 'workspaceId', 'datasetId', 'reportType'] as const),
  ...(['needsIdentity', 'needsRoles', 'coverKind', 'navigationPanel', 'sideFilter', 'hiddenPages', 'visualHeaders'] as const),
  ...(['mobileBackground', 'orientation', 'showLastUpdate', 'tenantColors', 'dataAt', 'freshness', 'checkedAt'] as const),
  ...(['allowEdit', 'ignoreRls', 'ignoreRlsRole', 'restriction', 'resolution', 'onApp', 'watermark', 'pages'] as const),
];
const x = alias(grants, 'x');

/** What the copy takes over: the options of the original, and the grant through which this user sees it. */
const readOriginal = (db: Db, ctx: SessionContext, id: string) =>
  [
    db
      .select({ version: reports.version, options: pick(reports, kept) })
      .from(reports)
      .where(eq(reports.id, id)),
    db
      .select({ id: x.id, version: x.version, given: { identity: x.identity, filters: x.filters, validUntil: x.validUntil } })
      .from(x)
      .where(and(eq(x.reportId, id), getGrant(ctx.session.sub)))
      .orderBy(nearestGrantFirst)
      .limit(1),
  ] as const;

/** Registers what was saved as a copy at the service. The service itself is asked what it is; only a copy on the same data is accepted. */
export const keepSavedCopy = bind(keepCopy, async ({ id, serviceReportId }, ctx) => {
  const entry = getEntry(ctx, 'reports.manage');
  const [found, accounts, taken, [original], [path]] = await ctx.database.withTenant(entry, (db) => [
    reportFacts(db, ctx, id),
    accountOfReport(db, id),
    db
      .select({ id: reports.id, title: reports.title, serviceReportId: reports.serviceReportId, ownerId: reports.ownerId })
      .from(reports)
      .where(sql`lower(${reports.serviceReportId}) = lower(${serviceReportId})`),
    ...readOriginal(db, ctx, id),
  ]);
  const [facts] = found.rows;
  if (!facts || !original) throw new AppError('not_found');
  if (!mayEdit({ allowEdit: facts.allow_edit, kind: facts.kind, reportType: facts.report_type }, ctx.session))
    throw new AppError('edit_not_permitted');
  const copy = await readCopy(ctx, facts, accounts.rows[0] ?? null, serviceReportId);
  const plan = planOrThrow(
    decideCopy(copy, {
      original: { serviceReportId: facts.service_report_id, datasetId: facts.dataset_id, title: facts.title },
      taken: taken.map(({ ownerId, ...report }) => ({ ...report, own: ownerId === ctx.session.sub })),
    }),
  );
  if ('kept' in plan) return plan.kept;

  const { title } = plan;
  const newReport = newId(ctx.clock.now());
  const row = { ...original.options, id: newReport, title, sortKey: fold(title), serviceReportId: copy.id, embedUrl: copy.embedUrl };
  const stillGiven = path && and(eq(x.id, path.id), eq(x.version, path.version), getGrant(ctx.session.sub));
  await ctx.database.withTenant(entry, (db) => [
    // The next publisher sees what the last one did: a copy is registered once.
    takeTurn(db, 'publish'),
    mustHold(db, sql`${countRows(db, reports, eq(reports.serviceReportId, copy.id))} = 0`),
    lockVersion(db, reports, and(eq(reports.id, id), eq(reports.version, original.version))),
    ...(stillGiven ? [mustHold(db, sql`exists ${db.select({ one: sql`1` }).from(x).where(stillGiven)}`)] : []),
    db.insert(reports).values({ ...row, ownerId: me, addedById: me }),
    ...addWords(db, newReport, searchWords(title)),
    ...(path
      ? [
          db.insert(grants).values({
            ...{ id: newId(ctx.clock.now()), reportId: newReport, subject: 'user' as const, userId: me },
            ...{ ...path.given, source: 'publish', grantedById: me },
          }),
        ]
      : []),
    auditedAct(db, ctx, 'report.copy', newReport, { of: id, after: { title } }),
  ]);
  return { id: newReport, title };
});

async function readCopy(ctx: SessionContext, facts: ReportFacts, row: AccountRow | null, serviceReportId: string): Promise<ServiceReport> {
  try {
    return await getProvider(ctx).getReport(await getAccount(ctx, row), facts.workspace_id ?? '', serviceReportId);
  } catch (error) {
    throw toAppError(error, ctx);
  }
}
