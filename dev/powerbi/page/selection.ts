import type { Definition, PageInfo } from '../model/types.ts';
import { type Json, list } from './dom.ts';
import { basicFilter, type Chosen, type Column, getColumn } from './filters.ts';

/** The SDK's event for a selection in a visual. */
export function toSelection(definition: Definition, page: PageInfo, visual: string, wanted: Partial<Chosen>): Json {
  const points = (Object.entries(wanted) as [Column, string[] | string | null][]).flatMap(([column, values]) =>
    (Array.isArray(values) ? values : values === null ? [] : [values]).map((equals) => ({
      identity: [{ target: { ...(basicFilter(definition, column, []).target as Json) }, equals }],
      values: [],
    })),
  ); // because Object.entries forgets the keys of Chosen
  return {
    report: { id: definition.id, displayName: definition.name },
    page: { name: page.name, displayName: page.displayName },
    visual: { name: visual, title: visual, type: visual.startsWith('slicer') ? 'slicer' : 'barChart' },
    regions: [],
    dataPoints: points,
    filters: [],
  };
}

/** The SDK's event for a change of page. */
export function getChange(old: PageInfo, wanted: PageInfo): Json {
  return {
    newPage: { name: wanted.name, displayName: wanted.displayName },
    oldPage: { name: old.name, displayName: old.displayName },
  };
}

/** The filters of the host as a person reads them. */
export function inWords(definition: Definition, filters: Json[]): { label: string; text: string }[] {
  const described = filters.map((filter) => {
    const column = getColumn(definition, filter.target);
    return { label: column && column !== 'month' ? definition.labels[column] : '', text: list(filter.values).map(String).join(', ') };
  });
  return described.filter(({ label }) => label);
}
