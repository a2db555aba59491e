import type { CoverKind, Measure } from '../../demo/catalog/types.ts';

// What the server sends to the embedded page. Everything is aggregated and filtered by the RLS identity before it leaves the server.

export const dimensions = ['region', 'channel', 'member', 'product'] as const;
export type Dimension = (typeof dimensions)[number];
export type ReportLanguage = 'pt-BR' | 'pt-PT' | 'es' | 'en-US';

/** amount, count, cost, bad, base, target: added up; measures are ratios of them. */
export type Sums = [amount: number, count: number, cost: number, bad: number, base: number, target: number];

export type Unit = 'money' | 'number' | 'tonnes' | 'hours' | 'days' | 'energy' | 'percent';

/** The kinds of pages; a newly added page shows one of these too. */
export const pageKinds = ['overview', 'regions', 'channels', 'members', 'details'] as const;
export type PageInfo = { name: string; displayName: string; visibility: 0 | 1; kind: (typeof pageKinds)[number] };

export type Definition = {
  id: string;
  name: string;
  description: string;
  dataLanguage: ReportLanguage;
  currency: string;
  layout: CoverKind;
  measure: Measure;
  table: string;
  /** Column names in the data's own language: what a filter's target names. */
  columns: Record<Dimension | 'month', string>;
  labels: Record<Dimension | 'members' | Measure, string>;
  units: Record<Measure, Unit>;
  /** True when more of it is worse. */
  inverse: Record<Measure, boolean>;
  pages: PageInfo[];
};

export type QueryFilter =
  | { column: string; operator: 'In' | 'NotIn'; values: string[] }
  | { column: string; logicalOperator: 'And' | 'Or'; conditions: { operator: string; value: string }[] };

/** `month` is YYYY-MM; without it the newest month. */
export type Query = { month: string | null; filters: QueryFilter[]; language: ReportLanguage };

export type Slice = { name: string; now: Sums; before: Sums; of: string | null };

export type Answer = {
  month: string;
  /** Days of the month that have data. */
  days: number;
  monthDays: number;
  dataAt: string;
  total: { now: Sums; before: Sums };
  /** The newest 12 months and, for each, the same month a year before. */
  months: { month: string; sums: Sums; yearBefore: Sums; partial: boolean }[];
  slices: Record<Dimension, Slice[]>;
  /** Per region and per channel, the same 12 months. */
  trends: Record<'region' | 'channel', { name: string; sums: Sums[] }[]>;
  daily: { day: number; sums: Sums }[];
  /** The slicers' options: all values this identity may see, regardless of filters. */
  options: Record<Dimension, string[]> & { month: string[] };
};

export type PageFault = 'never_rendered' | 'error' | 'wrong_origin';

export type QueryReply = {
  definition: Definition;
  answer: Answer;
  expiresAt: string;
  serverNow: string;
  fault: PageFault | null;
  /** True when the token lets the report be changed. */
  mayEdit: boolean;
};
