import type { Subject, TenantKey } from '../../demo/catalog/types.ts';
import { flavours, getNames } from './names.ts';
import { subjects } from './subjects.ts';
import type { Dimension, Sums } from './types.ts';

/** Months from January of the year 0, so that the same month has the same rows whenever the service runs. */
export type MonthIndex = number;

export const historyMonths = 24;

/** Region weights and the like: the first entry is the largest. */
const weights: Record<Dimension, number[]> = {
  region: [0.415, 0.256, 0.18, 0.09, 0.059],
  channel: [0.46, 0.27, 0.17, 0.1],
  member: [],
  product: [0.22, 0.18, 0.15, 0.13, 0.11, 0.09, 0.07, 0.05],
};

export type Facts = {
  names: Record<Dimension, string[]>;
  /** The region of every member. */
  homes: number[];
  monthRows(month: MonthIndex): Float64Array;
  /** The share of a whole month that its first `days` days have. */
  getShare(month: MonthIndex, days: number): number;
  dayShare(month: MonthIndex, day: number): number;
};

/** Numbers of one row: amount, count, cost, bad, base, target. */
export const rowWidth = 6 satisfies Sums['length'];

export function random(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function toSeed(text: string): number {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
  return hash >>> 0;
}

export const daysIn = (month: MonthIndex): number => new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate();

/** Members of a region share it unevenly; every region has at least one. */
function spreadMembers(count: number, regions: number): { homes: number[]; share: number[] } {
  const homes = Array.from({ length: count }, (_, index) =>
    index < regions ? index : [0, 0, 1, 0, 1, 2, 1, 2, 3, 4][(index - regions) % 10]!,
  );
  const share = homes.map((home, index) => {
    const peers = homes.map((other, at) => (other === home ? at : -1)).filter((at) => at >= 0);
    const pull = (at: number) => 1 + 0.16 * (peers.length - peers.indexOf(at));
    return pull(index) / peers.reduce((sum, at) => sum + pull(at), 0);
  });
  return { homes, share };
}

function dayWeights(seed: string, month: MonthIndex): number[] {
  const next = random(toSeed(`${seed}/days/${month}`));
  const weekday = new Date(Date.UTC(Math.floor(month / 12), month % 12, 1)).getUTCDay();
  return Array.from({ length: daysIn(month) }, (_, index) => {
    const today = (weekday + index) % 7;
    return (today === 0 ? 0.28 : today === 6 ? 0.62 : 1) * (0.86 + 0.28 * next());
  });
}

/** Makes the rows of one dataset, month by month and only when asked; the same key gives the same rows on every machine. */
export function makeFacts(key: string, tenant: TenantKey, subject: Subject): Facts {
  const { channels, products, members } = getNames(tenant, subject);
  const names: Facts['names'] = { region: flavours[tenant].regions, channel: channels, member: members, product: products };
  const { homes, share } = spreadMembers(members.length, names.region.length);
  const { size } = subjects[subject];
  const style = random(toSeed(key));
  const phase = style() * 12;
  const growth = 0.004 + style() * 0.008;
  const memberSkill = members.map(() => 0.84 + style() * 0.34);
  const regionLean = names.region.map(() => style() - 0.5);
  const margins = {
    member: members.map(() => style() - 0.5),
    channel: channels.map(() => style() - 0.5),
    product: products.map(() => style() - 0.5),
  };
  const rows = new Map<MonthIndex, Float64Array>();
  const shares = new Map<MonthIndex, number[]>();

  const cumulative = (month: MonthIndex): number[] => {
    const known = shares.get(month);
    if (known) return known;
    const days = dayWeights(key, month);
    const total = days.reduce((sum, value) => sum + value, 0);
    let sum = 0;
    const made = [0, ...days.map((value) => (sum += value / total))];
    shares.set(month, made);
    return made;
  };

  const monthRows = (month: MonthIndex): Float64Array => {
    const known = rows.get(month);
    if (known) return known;
    const next = random(toSeed(`${key}/${month}`));
    const season = 1 + 0.06 * Math.sin(((month + phase) / 12) * 2 * Math.PI) + 0.13 * (next() - 0.5);
    const mood = {
      margin: next() - 0.5,
      rate: next() - 0.5,
      region: names.region.map(() => next() - 0.5),
      channel: channels.map(() => next() - 0.5),
    };
    const trend = (1 + growth) ** (month - 2026 * 12);
    // How far a margin may stray: little where it is near 100 %.
    const room = Math.min(size.margin, 1 - size.margin);
    const made = new Float64Array(members.length * channels.length * products.length * rowWidth);
    let at = 0;
    for (let m = 0; m < members.length; m++) {
      for (let c = 0; c < channels.length; c++) {
        for (let p = 0; p < products.length; p++) {
          const weight = weights.region[homes[m]!]! * share[m]! * weights.channel[c]! * weights.product[p]!;
          const amount = size.amount * weight * season * trend * memberSkill[m]! * (0.82 + 0.36 * next());
          const count = (amount / size.average) * (0.92 + 0.16 * next());
          const lean =
            margins.member[m]! * 0.5 +
            margins.channel[c]! +
            margins.product[p]! +
            regionLean[homes[m]!]! * 0.8 +
            mood.region[homes[m]!]! * 0.5 +
            mood.channel[c]! * 0.4 +
            mood.margin * 0.6;
          const margin = Math.min(0.998, Math.max(0.02, size.margin + lean * room * 0.32));
          const base = count * 10;
          const bad =
            base *
            size.rate *
            (0.7 + 0.6 * next()) *
            (1 + 0.4 * regionLean[homes[m]!]! - 0.5 * margins.channel[c]! + 0.35 * mood.rate + 0.3 * mood.region[homes[m]!]!);
          made.set([amount, count, amount * (1 - margin), bad, base, size.amount * weight * trend], at);
          at += rowWidth;
        }
      }
    }
    rows.set(month, made);
    return made;
  };

  return {
    names,
    homes,
    monthRows,
    getShare: (month, days) => cumulative(month)[Math.min(days, daysIn(month))] ?? 1,
    dayShare: (month, day) => (cumulative(month)[day] ?? 1) - (cumulative(month)[day - 1] ?? 0),
  };
}
