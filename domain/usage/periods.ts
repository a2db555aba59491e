/** The usage periods, in days up to today. */
export const periods = ['7', '30', '90', '365'] as const;
export type Period = (typeof periods)[number];
export const defaultPeriod: Period = '30';

export const usageKinds = ['reports', 'users'] as const;
export type UsageKind = (typeof usageKinds)[number];
export const usageSorts = ['name', 'views', 'others', 'time', 'last'] as const;
export const analyzeSorts = ['name', 'views', 'peak', 'time', 'people'] as const;

/** The change from the previous period, in whole percent; null where there is nothing to compare with. */
export const getChange = (now: number, before: number): number | null =>
  before === 0 ? null : Math.round(((now - before) / before) * 100);
