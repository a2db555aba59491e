import type { models, Report, VisualDescriptor } from 'powerbi-client';

/** A slicer of the current page or a filter of the report, as our own sheet shows it. */
export type FrameFilter = {
  id: string;
  title: string;
  /** Table and column, in the service's notation. */
  target: string;
  /** The selected values; no selection lets everything through. */
  chosen: string[];
  /** The available values, where the report returns them. */
  options: string[];
};
export type FilterChange = { id: string; chosen: readonly string[] };

// ExportDataType.Summarized of the SDK, whose enums would pull it in.
const summarized = 0;
const maxOptions = 200;
const basicSchema = 'http://powerbi.com/product/schema#basic';

type Loose = { target?: unknown; operator?: string; values?: unknown[]; displaySettings?: { isHiddenInViewMode?: boolean } };
type Target = { table?: string; column?: string; hierarchy?: string };
const toTarget = (filter: Loose | undefined): Target | null =>
  filter?.target && typeof filter.target === 'object' && !Array.isArray(filter.target) ? filter.target : null;
const getKey = (target: unknown): string => JSON.stringify(target ?? null);
const chosenIn = (filters: readonly Loose[]): string[] =>
  filters.flatMap((filter) => (filter.operator === 'In' ? (filter.values ?? []).map(String) : []));

/** Reads the first column of a CSV exported by the service: its values, without the heading. */
export function firstColumn(csv: string): string[] {
  const rows = csv.split(/\r?\n/).slice(1);
  const first = (row: string) =>
    row.startsWith('"') ? row.slice(1, row.search(/"(?!")(,|$)/)).replaceAll('""', '"') : row.split(',', 1)[0];
  const values = rows.flatMap((row) => (row === '' ? [] : [first(row) ?? '']));
  return [...new Set(values)].filter((value) => value !== '').slice(0, maxOptions);
}

async function getOptions(slicer: VisualDescriptor): Promise<string[]> {
  try {
    return firstColumn((await slicer.exportData(summarized, maxOptions)).data);
  } catch {
    return [];
  }
}

async function getSlicers(report: Report): Promise<VisualDescriptor[]> {
  const pages = await report.getPages();
  const active = pages.find((page) => page.isActive) ?? pages[0];
  return ((await active?.getVisuals()) ?? []).filter((visual) => visual.type === 'slicer');
}

/** Everything that filters the current page and can be changed from outside: its slicers, then the report's filters. */
export async function readFilters(report: Report, { options: withOptions }: { options: boolean }): Promise<FrameFilter[]> {
  const slicers = await getSlicers(report);
  const fromSlicers = await Promise.all(
    slicers.map(async (slicer): Promise<FrameFilter> => {
      const [state, options] = [await slicer.getSlicerState(), withOptions ? await getOptions(slicer) : []];
      const chosen = chosenIn(state.filters as Loose[]); // because the SDK's union hides the common fields
      const target = getKey(state.targets?.[0]);
      return { id: `slicer ${slicer.name}`, title: slicer.title, target, chosen, options: [...new Set([...options, ...chosen])] };
    }),
  );
  const filters = (await report.getFilters()) as Loose[]; // because the SDK's union hides the common fields
  const fromReport = filters
    .filter((filter) => filter.operator === 'In' && !filter.displaySettings?.isHiddenInViewMode)
    .map((filter): FrameFilter => {
      const target = toTarget(filter);
      const chosen = chosenIn([filter]);
      const key = getKey(filter.target);
      return { id: `filter ${key}`, title: target?.column ?? target?.hierarchy ?? '', target: key, chosen, options: chosen };
    });
  return [...fromSlicers, ...fromReport];
}

const basic = (target: unknown, values: readonly string[]) =>
  // A target came from the service as it is.
  ({ $schema: basicSchema, target, operator: 'In', values: [...values], filterType: 1 }) as unknown as models.ISlicerFilter;

/** Applies the selections of our sheet to the report. */
export async function changeFilters(report: Report, changes: readonly FilterChange[]): Promise<void> {
  const slicers = await getSlicers(report);
  for (const slicer of slicers) {
    const change = changes.find(({ id }) => id === `slicer ${slicer.name}`);
    if (!change) continue;
    const { targets = [] } = await slicer.getSlicerState();
    await slicer.setSlicerState({ filters: change.chosen.length > 0 ? [basic(targets[0], change.chosen)] : [] });
  }
  const current = await report.getFilters();
  const wanted = current.flatMap((filter) => {
    const target = (filter as Loose).target; // because the SDK's union hides the common fields
    const change = changes.find(({ id }) => id === `filter ${getKey(target)}`);
    if (!change) return [filter];
    return change.chosen.length > 0 ? [{ ...filter, values: [...change.chosen] } as typeof filter] : []; // because only its values differ
  });
  if (changes.some(({ id }) => id.startsWith('filter '))) await report.setFilters(wanted);
}

/** The selections by column: stored with a view in case its state no longer applies. */
export const getRest = (filters: readonly FrameFilter[]): string =>
  JSON.stringify(filters.filter(({ chosen }) => chosen.length > 0).map(({ target, chosen }) => ({ target, chosen })));

/** The changes that restore stored selections, as far as the report still has their columns. */
export function changesOfRest(rest: string, filters: readonly FrameFilter[]): FilterChange[] {
  let kept: unknown;
  try {
    kept = JSON.parse(rest);
  } catch {
    return [];
  }
  const entries = Array.isArray(kept)
    ? kept.filter(
        (entry): entry is { target: string; chosen: string[] } => typeof entry?.target === 'string' && Array.isArray(entry.chosen),
      )
    : [];
  return filters.flatMap(({ id, target }) => {
    const entry = entries.find((candidate) => candidate.target === target);
    return entry ? [{ id, chosen: entry.chosen.map(String) }] : [];
  });
}
