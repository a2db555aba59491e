import { AppError } from '../../../domain/errors/catalogue.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { readUsage } from '../../../domain/usage/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { countHours, countPeriod, readDays } from './usage.sql.ts';

export const readOneUsage = bind(readUsage, async ({ days, report, user }, ctx) => {
  const period = { days, zone: ctx.tenant.zone, report, user };
  const [sums, byDay, byHour] = await ctx.database.withTenant(getEntry(ctx, 'usage.read'), (db) => [
    countPeriod(db, period),
    readDays(db, period),
    countHours(db, period),
  ]);
  const [row] = sums.rows;
  if (!row?.known) throw new AppError('not_found');
  const hours = new Map(byHour.rows.map(({ hour, n }) => [hour, n]));
  return {
    from: toIso(row.since),
    views: row.views,
    viewers: row.viewers,
    seconds: Number(row.seconds),
    opened: row.opened,
    reports: row.reports,
    people: row.people,
    before: { views: row.before_views, viewers: row.before_viewers, seconds: Number(row.before_seconds) },
    days: byDay.rows,
    hours: Array.from({ length: 24 }, (_, hour) => hours.get(hour) ?? 0),
    about: row.about,
  };
});
