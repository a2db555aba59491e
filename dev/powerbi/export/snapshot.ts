import type { Measure } from '../../demo/catalog/types.ts';
import type { ExportJob } from '../jobs.ts';
import { getDefinition, reportLanguage } from '../model/definition.ts';
import { aggregate } from '../model/query.ts';
import type { Definition, Dimension, PageInfo, Slice } from '../model/types.ts';
import { makeFormat, measured } from '../page/format.ts';
import { localeOr } from '../page/settings.ts';
import { fill, texts } from '../page/texts.ts';
import type { Sim } from '../sim.ts';
import type { Found } from '../world.ts';

/** One page of a file, independent of the format. */
export type Snapshot = {
  report: string;
  page: string;
  period: string;
  /** The filters in words; empty when there are none. */
  filters: string;
  kpis: { label: string; value: string }[];
  bars: { name: string; text: string; share: number }[];
  barsTitle: string;
  table: { head: string[]; rows: string[][] };
  tableTitle: string;
};

const all: readonly Measure[] = ['amount', 'count', 'average', 'margin', 'rate'];
const dimensionByKind: Record<PageInfo['kind'], Dimension> = {
  overview: 'channel',
  regions: 'region',
  channels: 'channel',
  members: 'member',
  details: 'product',
};
const maxBars = 8;
const maxRows = 16;

/** The figures of every page of an export, under the identity and the filters with which it was started. */
export function getSnapshots(sim: Sim, job: ExportJob, found: Found): Snapshot[] {
  const { report, dataset } = found;
  const language = reportLanguage(job.locale);
  const definition = getDefinition(report, dataset, language);
  return definition.pages
    .filter(({ name }) => job.pages.includes(name))
    .map((page) => getSnapshot(sim, job, found, { ...definition, pages: [page] }));
}

function getSnapshot(sim: Sim, job: ExportJob, { report, dataset }: Found, definition: Definition): Snapshot {
  const page = definition.pages[0]!;
  const say = texts[reportLanguage(job.locale)];
  const format = makeFormat(localeOr(job.locale, reportLanguage(job.locale)), definition, say);
  const filters = [...job.filters, ...(job.pageFilters[page.name] ?? [])];
  const answer = aggregate(sim.world.getFacts(dataset), { month: job.month, filters }, job.rule, dataset.refresh, sim.now());
  const month = format.month(answer.month);
  const measures = [report.measure, ...all.filter((other) => other !== report.measure)];
  const by = dimensionByKind[page.kind];
  const rowsBy: Dimension = page.kind === 'overview' ? 'member' : by;
  const sorted = (slices: Slice[]) => [...slices].sort((a, b) => b.now[0] - a.now[0]);
  const found = sorted(answer.slices[by]);
  // A single bar shows nothing to compare: products are shown instead.
  const barsBy = found.length > 1 ? by : 'product';
  const bars = sorted(answer.slices[barsBy]).slice(0, maxBars);
  const largest = Math.max(1, ...bars.map(({ now }) => now[0]));
  const rows = sorted(answer.slices[rowsBy]).slice(0, maxRows);
  const columns = all.map((measure) =>
    format.column(
      measure,
      rows.map(({ now }) => measured(measure, now)),
    ),
  );
  return {
    report: report.name,
    page: page.displayName,
    period: answer.days < answer.monthDays ? fill(say.untilDay, { month, day: answer.days }) : month,
    filters: getWords(definition, filters, job.who),
    kpis: measures.map((measure) => ({
      label: definition.labels[measure],
      value: format.value(measure, measured(measure, answer.total.now)),
    })),
    bars: bars.map(({ name, now }) => ({ name, text: format.value('amount', now[0]), share: Math.max(0, now[0]) / largest })),
    barsTitle: fill(say.by, { measure: definition.labels.amount, dimension: definition.labels[barsBy] }),
    table: {
      head: [definition.labels[rowsBy], ...all.map((measure) => definition.labels[measure])],
      rows: rows.map(({ name }, index) => [name, ...columns.map((column) => column[index] ?? '')]),
    },
    tableTitle: fill(say.performance, { dimension: definition.labels[rowsBy] }),
  };
}

function getWords(definition: Definition, filters: ExportJob['filters'], who: string | null): string {
  const parts = filters.map((filter) => {
    // An unknown column is shown as it is.
    const label = filter.column === 'month' ? definition.columns.month : (definition.labels[filter.column as Dimension] ?? filter.column);
    const isNot = 'values' in filter && filter.operator === 'NotIn';
    const values = 'values' in filter ? filter.values : filter.conditions.map(({ operator, value }) => `${operator} ${value}`);
    return `${label}${isNot ? ' ≠' : ':'} ${values.join(', ')}`;
  });
  return [...parts, ...(who ? [who] : [])].join(' · ');
}
