import { and, asc, inArray, ne, or, sql } from 'drizzle-orm';
import { users } from '../../../db/schema/users.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { findReceivers, shareReport } from '../../../domain/report-views/contract.ts';
import { shareLimits } from '../../../domain/report-views/limits.ts';
import { decideShare } from '../../../domain/report-views/share.ts';
import { fold } from '../../../domain/text/fold.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { newId } from '../../services/ids.ts';
import { wakeOutbox } from '../mail/index.ts';
import { findReport } from './find-report.ts';
import { holdFacts, readFacts, recordShare, takeTurn, tellReceivers, writeShares } from './share-report.sql.ts';

const shown = 8;

export const findReportReceivers = bind(findReceivers, async ({ id, q }, ctx) => {
  const key = fold(q);
  const begins = or(sql`starts_with(${users.sortKey}, ${key})`, sql`starts_with(${users.email}, ${key})`);
  const [[report], people] = await ctx.database.withTenant(getEntry(ctx, 'views.edit'), (db) => [
    findReport(db, ctx, id),
    db
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(and(inArray(users.status, ['A', 'T']), ne(users.id, sql`(select app.user_id())`), begins))
      .orderBy(asc(users.sortKey), asc(users.id))
      .limit(shown),
  ]);
  if (!report) throw new AppError('not_found');
  return { people };
});

/**
 * Notifies users who may see the report, with the link to page and view; those who may not are named to the sender and not notified. A view
 * is included only if it is shared.
 */
export const shareOneReport = bind(shareReport, async ({ id, people, message, page, viewId }, ctx) => {
  const wanted = [...new Set(people)];
  const query = page ? `?page=${encodeURIComponent(page)}` : '';
  const withView = viewId ? `${query ? `${query}&` : '?'}view=${viewId}` : query;
  const place = ctx.session.profile === 'a2m' ? 'management/view' : 'reports/view';
  const link = `/${id}/${place}${withView}`;
  const entry = getEntry(ctx, 'views.edit');
  const asked = { reportId: id, people: wanted, viewId };
  const [[report], [view], found] = await ctx.database.withTenant(entry, (db) => readFacts(db, ctx, asked));
  const { receivers, without } = planOrThrow(decideShare(asked, { report: report !== undefined, view: view !== undefined, people: found }));
  if (!report) throw new AppError('not_found');
  if (receivers.length === 0) return { told: 0, without: [...without] };

  const share = { reportId: id, ids: receivers.map(() => newId(ctx.clock.now())), receivers };
  const news = { person: report.sender, report: report.title, message };
  const [, , { rowCount }] = await ctx.database.withTenant(entry, (db) => [
    takeTurn(db),
    holdFacts(db, ctx, { ...asked, people: receivers }),
    writeShares(db, share),
    tellReceivers(db, share.ids, news, link),
    recordShare(db, ctx, share, viewId),
  ]);
  if (rowCount === 0)
    throw new AppError('share_limit_reached', { limit: shareLimits.anHour }, { retryAfterSeconds: shareLimits.windowSeconds });
  wakeOutbox(ctx);
  return { told: receivers.length, without: [...without] };
});
