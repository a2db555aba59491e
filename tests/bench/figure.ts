/** One measured figure: what is compared, the goal, what came out, and how it was measured. */
export type Figure = { name: string; figure: string; goal: string; isMet: boolean | null; how: string };

export type Bench = { name: string; title: string; run(options: BenchOptions): Promise<Figure[]> };
/** `share` shortens a part for a look at whether it works; the figures of record have 1. */
export type BenchOptions = { share: number };

export const times = (value: number) => `${value.toFixed(2)} ×`;
export const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
export const milliseconds = (value: number) => `${value.toFixed(0)} ms`;
export const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`;
export const whole = (value: number) => String(value);

type Shown = { name: string; how: string; show?: (value: number) => string };

export const atMost = (value: number, goal: number, { name, how, show = times }: Shown): Figure => ({
  name,
  figure: show(value),
  goal: `≤ ${show(goal)}`,
  isMet: value <= goal,
  how,
});
export const atLeast = (value: number, goal: number, { name, how, show = times }: Shown): Figure => ({
  name,
  figure: show(value),
  goal: `≥ ${show(goal)}`,
  isMet: value >= goal,
  how,
});
export const exactly = (value: number, goal: number, { name, how, show = whole }: Shown): Figure => ({
  name,
  figure: show(value),
  goal: show(goal),
  isMet: value === goal,
  how,
});
export const between = (value: number, low: number, high: number, { name, how, show = times }: Shown): Figure => ({
  name,
  figure: show(value),
  goal: `${show(low)} to ${show(high)}`,
  isMet: value >= low && value <= high,
  how,
});
/** A figure that explains another one and has no goal. */
export const remark = (figure: string, { name, how }: Shown): Figure => ({ name, figure, goal: '–', isMet: null, how });

export const getLine = ({ name, figure, goal, isMet }: Figure) =>
  [name, figure, goal, isMet === null ? '–' : isMet ? 'ok' : 'over'].join(' | ');
