import type { Selection } from './types.ts';

export const nothingSelected: Selection = { ids: new Set(), all: false };

/** Toggles one row; after "all", the selection becomes the page's rows without the toggled one. */
export function toggleRow(selection: Selection, id: string, pageIds: readonly string[]): Selection {
  const ids = new Set(selection.all ? pageIds : selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, all: false };
}

/** Selects from the last touched row to this one, both inclusive. Without a last one, only this row. */
export function selectRange(selection: Selection, from: string | null, to: string, pageIds: readonly string[]): Selection {
  const [start, end] = [from === null ? -1 : pageIds.indexOf(from), pageIds.indexOf(to)];
  if (end < 0) return selection;
  const range = start < 0 ? [to] : pageIds.slice(Math.min(start, end), Math.max(start, end) + 1);
  return { ids: new Set([...(selection.all ? pageIds : selection.ids), ...range]), all: false };
}

/** Selects the whole page, or clears it when it was completely selected. */
export function togglePage(selection: Selection, pageIds: readonly string[]): Selection {
  const whole = selection.all || pageIds.every((id) => selection.ids.has(id));
  const ids = new Set(selection.all ? [] : selection.ids);
  for (const id of pageIds) {
    if (whole) ids.delete(id);
    else ids.add(id);
  }
  return { ids, all: false };
}

export function isSelected(selection: Selection, id: string): boolean {
  return selection.all || selection.ids.has(id);
}

/** The number of selected rows, given the filter's `total`. */
export function selectedCount(selection: Selection, total: number): number {
  return selection.all ? total : selection.ids.size;
}
