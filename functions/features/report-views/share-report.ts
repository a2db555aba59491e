import { and, asc, inArray, ne, or, sql } from 'drizzle-orm';
import { users } from '../../../db/schema/users.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { findReceivers, shareReport } from '../../../domain/report-views/contract.ts';
import { shareLimits } from '../../../domain/report-views/limits.ts';
import { fold } from '../../../domain/text/fold.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { wakeOutbox } from '../mail/index.ts';
import { findReport } from './find-report.ts';
import { shareRows, takeTurn } from './share-report.sql.ts';

const shown = 8;

export const findReportReceivers = bind(findReceivers, async ({ id, q }, ctx) => {
  const key = fold(q);
  const begins = or(sql`starts_with(${users.sortKey}, ${key})`, sql`starts_with(${users.email}, ${key})`);
  const [[report], people] = await ctx.database.withTenant(entryOf(ctx, 'views.edit'), (db) => [
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
  const share = { reportId: id, people: wanted, message, viewId, link: `/${id}/${place}${withView}` };
  const [, { rows }] = await ctx.database.withTenant(entryOf(ctx, 'views.edit'), (db) => [takeTurn(db), shareRows(db, ctx, share)]);
  const [outcome] = rows;
  if (!outcome?.there) throw new AppError('not_found');
  if (viewId && !outcome.view_there) throw new AppError('not_found', undefined, { field: 'viewId' });
  if (outcome.known !== wanted.length) throw new AppError('not_found', undefined, { field: 'people' });
  const without = outcome.without ?? [];
  if (outcome.told !== wanted.length - without.length)
    throw new AppError('share_limit_reached', { limit: shareLimits.anHour }, { retryAfterSeconds: shareLimits.windowSeconds });
  if (outcome.told > 0) wakeOutbox(ctx);
  return { told: outcome.told, without };
});
