import type { RefreshPlan } from '../../demo/catalog/types.ts';
import { lastLoadAt } from '../../demo/catalog.ts';
import { daysIn, type Facts, historyMonths, type MonthIndex, rowWidth } from './facts.ts';
import { type Answer, type Dimension, dimensions, type Query, type QueryFilter, type Slice, type Sums } from './types.ts';

/** Row-level rules of the token: a row is visible if any of them allows it; null allows everything. */
export type RowRule = { column: 'region' | 'member'; value: string }[] | null;

const shownMonths = 12;
const empty = (): Sums => [0, 0, 0, 0, 0, 0];

function add(into: Sums, rows: Float64Array, at: number, factor: number): void {
  for (let index = 0; index < rowWidth; index++) into[index]! += rows[at + index]! * factor;
}

const getMonthIndex = (time: number): MonthIndex => {
  const date = new Date(time);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};
const monthName = (month: MonthIndex): string => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
const monthNumber = (name: string): MonthIndex => {
  const [year, month] = name.split('-').map(Number);
  return (year ?? 0) * 12 + (month ?? 1) - 1;
};

function passes(filter: QueryFilter, value: string): boolean {
  if ('values' in filter) return filter.values.includes(value) === (filter.operator === 'In');
  const text = value.toLowerCase();
  const checks = filter.conditions.map(({ operator, value: wanted }) => {
    const other = wanted.toLowerCase();
    if (operator === 'Is') return text === other;
    if (operator === 'IsNot') return text !== other;
    if (operator === 'Contains') return text.includes(other);
    if (operator === 'DoesNotContain') return !text.includes(other);
    if (operator === 'StartsWith') return text.startsWith(other);
    if (operator === 'DoesNotStartWith') return !text.startsWith(other);
    return true;
  });
  return filter.logicalOperator === 'Or' ? checks.some(Boolean) : checks.every(Boolean);
}

/** Which values of every dimension pass the filters of one column each. */
function allowed(facts: Facts, filters: QueryFilter[]): Record<Dimension, boolean[]> {
  const pick = (dimension: Dimension) => {
    const own = filters.filter((filter) => filter.column === dimension);
    return facts.names[dimension].map((name) => own.every((filter) => passes(filter, name)));
  };
  return { region: pick('region'), channel: pick('channel'), member: pick('member'), product: pick('product') };
}

/** The members whose rows this identity may see. */
function visibleMembers(facts: Facts, rule: RowRule): boolean[] {
  if (!rule) return facts.names.member.map(() => true);
  return facts.names.member.map((name, index) => {
    const region = facts.names.region[facts.homes[index]!];
    return rule.some((part) => (part.column === 'region' ? region === part.value : name === part.value));
  });
}

/** Adds up one report page's worth of figures: row-level rule first, then filters. */
export function aggregate(facts: Facts, query: Pick<Query, 'month' | 'filters'>, rule: RowRule, plan: RefreshPlan, now: number): Answer {
  const loadedAt = lastLoadAt(plan, now);
  const newest = getMonthIndex(loadedAt);
  const oldest = newest - historyMonths + 1;
  const wanted = query.month ? monthNumber(query.month) : newest;
  const month = Math.min(newest, Math.max(oldest + 1, wanted));
  const getDays = (of: MonthIndex) => (of === newest ? new Date(loadedAt).getUTCDate() : daysIn(of));
  const days = getDays(month);
  const before = month - 1;
  const seen = visibleMembers(facts, rule);
  const may = allowed(facts, query.filters);
  const monthOk = query.filters.filter((filter) => filter.column === 'month');
  const { channel: channels, product: products, member: members } = facts.names;

  const visit = (
    of: MonthIndex,
    factor: number,
    take: (rows: Float64Array, at: number, factor: number, m: number, c: number, p: number) => void,
  ) => {
    if (!monthOk.every((filter) => passes(filter, monthName(of)))) return;
    const rows = facts.monthRows(of);
    let at = 0;
    for (let m = 0; m < members.length; m++) {
      const ok = seen[m]! && may.member[m]! && may.region[facts.homes[m]!]!;
      for (let c = 0; c < channels.length; c++) {
        for (let p = 0; p < products.length; p++) {
          if (ok && may.channel[c]! && may.product[p]!) take(rows, at, factor, m, c, p);
          at += rowWidth;
        }
      }
    }
  };

  const slices = Object.fromEntries(
    dimensions.map((dimension) => [
      dimension,
      facts.names[dimension].map((name, index): Slice => {
        const of = dimension === 'member' ? facts.names.region[facts.homes[index]!]! : null;
        return { name, now: empty(), before: empty(), of };
      }),
    ]),
  ) as Record<Dimension, Slice[]>; // because fromEntries forgets the keys
  const total = { now: empty(), before: empty() };
  const split = (side: 'now' | 'before') => (rows: Float64Array, at: number, factor: number, m: number, c: number, p: number) => {
    add(total[side], rows, at, factor);
    add(slices.region[facts.homes[m]!]![side], rows, at, factor);
    add(slices.channel[c]![side], rows, at, factor);
    add(slices.member[m]![side], rows, at, factor);
    add(slices.product[p]![side], rows, at, factor);
  };
  visit(month, facts.getShare(month, days), split('now'));
  visit(before, facts.getShare(before, Math.min(days, daysIn(before))), split('before'));

  const trends: Answer['trends'] = {
    region: facts.names.region.map((name) => ({ name, sums: [] })),
    channel: facts.names.channel.map((name) => ({ name, sums: [] })),
  };
  const months = Array.from({ length: shownMonths }, (_, index) => {
    const of = newest - shownMonths + 1 + index;
    const sums = empty();
    const yearBefore = empty();
    for (const list of [trends.region, trends.channel]) for (const trend of list) trend.sums.push(empty());
    const part = facts.getShare(of, getDays(of));
    visit(of, part, (rows, at, factor, m, c) => {
      add(sums, rows, at, factor);
      add(trends.region[facts.homes[m]!]!.sums[index]!, rows, at, factor);
      add(trends.channel[c]!.sums[index]!, rows, at, factor);
    });
    visit(of - 12, 1, (rows, at, factor) => add(yearBefore, rows, at, factor));
    // The target is that of the whole month, also while the month is incomplete.
    sums[5] /= part || 1;
    return { month: monthName(of), sums, yearBefore, partial: of === newest };
  });

  const whole = empty();
  visit(month, 1, (rows, at, factor) => add(whole, rows, at, factor));
  const daily = Array.from({ length: days }, (_, index) => {
    const share = facts.dayShare(month, index + 1);
    return { day: index + 1, sums: whole.map((value) => value * share) as Sums }; // because map keeps the length
  });

  const isShown = (slice: Slice) => slice.now[0] !== 0 || slice.before[0] !== 0;
  const regionsSeen = new Set(members.map((_, index) => (seen[index] ? facts.homes[index] : -1)));
  const sees = seen.some(Boolean);
  return {
    month: monthName(month),
    days,
    monthDays: daysIn(month),
    dataAt: new Date(loadedAt).toISOString(),
    total,
    months,
    slices: {
      region: slices.region.filter(isShown),
      channel: slices.channel.filter(isShown),
      member: slices.member.filter(isShown),
      product: slices.product.filter(isShown),
    },
    trends: {
      region: trends.region.filter((trend) => trend.sums.some((sums) => sums[0] !== 0)),
      channel: trends.channel.filter((trend) => trend.sums.some((sums) => sums[0] !== 0)),
    },
    daily: sees ? daily : [],
    options: {
      region: facts.names.region.filter((_, index) => regionsSeen.has(index)),
      channel: sees ? channels : [],
      member: members.filter((_, index) => seen[index]),
      product: sees ? products : [],
      month: Array.from({ length: historyMonths - 12 }, (_, index) => monthName(newest - index)),
    },
  };
}
