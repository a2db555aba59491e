import { dataState } from '../../domain/reports/freshness.ts';
import type { DemoReport, DemoTenant } from './catalog.ts';
import { getDataset, lastLoadAt, loadAt } from './catalog.ts';

export const day = 1440;
const minuteMs = 60_000;
const loadTakesMs = 40_000;

export type Clock = ReturnType<typeof clockAt>;

/** Every moment of the demo, relative to now: a demo that starts a year later looks just as fresh. */
export function clockAt(now: number) {
  const iso = (at: number) => new Date(at).toISOString();
  const ago = (minutes: number) => iso(now - minutes * minuteMs);
  // Minutes since 1970 at which the day began in UTC, so many days back.
  const dayStart = (back: number) => (Math.floor(now / (day * minuteMs)) - back) * day;
  return {
    now,
    ago,
    iso,
    dayStart,

    /** The coming Sunday at this minute of the day, two days ahead at least. */
    sundayAt(minuteUtc: number): number {
      const today = new Date(now).getUTCDay();
      const ahead = (7 - today) % 7;
      return (dayStart(0) + (ahead < 2 ? ahead + 7 : ahead) * day + minuteUtc) * minuteMs;
    },

    nowIso: iso(now),
    yearEnd: ago(-365 * day),
    trialEnd: (tenant: DemoTenant) => (tenant.trialEndsInDays === null ? null : ago(-tenant.trialEndsInDays * day)),

    /** A report is never older than its tenant; where the catalogue says more, it came somewhere in the tenant's life. */
    addedAt(tenant: DemoTenant, report: DemoReport): string {
      const life = (tenant.createdDaysAgo - 8) * day;
      return ago(isNew(report) || report.addedMinutesAgo < life ? report.addedMinutesAgo : 7.5 * day + (report.addedMinutesAgo % life));
    },

    /** The refresh time in the service's own history, so that cards and viewer agree. */
    getDataTimes(tenant: DemoTenant, report: DemoReport): { data_at: string | null; freshness: string } {
      const plan = getDataset(tenant, report)?.refresh;
      if (!plan) return { data_at: null, freshness: 'unknown' };
      const ended = lastLoadAt(plan, now - loadTakesMs) + loadTakesMs;
      const failed =
        plan.failing > 0 ? [{ startedAt: iso(loadAt(plan, now)), endedAt: iso(loadAt(plan, now)), outcome: 'failed' as const }] : [];
      const state = dataState([...failed, { startedAt: iso(ended - loadTakesMs), endedAt: iso(ended), outcome: 'completed' }], now);
      return { data_at: state.dataAt, freshness: state.freshness };
    },
  };
}

/** Whether the catalogue means the report to be among the latest, also at later starts. */
export const isNew = (report: DemoReport): boolean => report.addedMinutesAgo < 7 * day;
