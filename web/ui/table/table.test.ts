import { describe, expect, test } from 'vitest';
import { hiddenColumns, moveColumn, toggleColumn, visibleColumns } from './columns.ts';
import { pageNumbers } from './page-numbers.ts';
import { isSelected, nothingSelected, selectedCount, selectRange, togglePage, toggleRow } from './selection.ts';
import type { Column } from './types.ts';

const page = ['a', 'b', 'c', 'd'];
const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort().join('');

describe('selection', () => {
  test('a range works in both directions from the last touched row', () => {
    expect(ids(selectRange(nothingSelected, 'c', 'a', page))).toBe('abc');
    expect(ids(selectRange(toggleRow(nothingSelected, 'a', page), 'b', 'd', page))).toBe('abcd');
    expect(ids(selectRange(nothingSelected, null, 'b', page))).toBe('b');
  });

  test('the page checkbox selects the page, then clears only the page', () => {
    const other = toggleRow(nothingSelected, 'z', page);
    const whole = togglePage(other, page);
    expect(ids(whole)).toBe('abcdz');
    expect(ids(togglePage(whole, page))).toBe('z');
  });

  test('deselecting one row of all keeps the rest of the page', () => {
    const all = { ids: new Set<string>(), all: true };
    expect(isSelected(all, 'unseen')).toBe(true);
    expect(selectedCount(all, 186)).toBe(186);
    expect(ids(toggleRow(all, 'b', page))).toBe('acd');
  });
});

describe('columns', () => {
  const columns: Column<unknown>[] = ['name', 'profile', 'status'].map((id) => ({
    id,
    header: id,
    cell: () => id,
    rowHeader: id === 'name',
  }));
  const shown = (choice: Parameters<typeof visibleColumns>[1]) => visibleColumns(columns, choice).map((column) => column.id);

  test('can be hidden and moved, but the naming column stays first', () => {
    expect(shown(undefined)).toEqual(['name', 'profile', 'status']);
    expect(shown(toggleColumn(columns, undefined, 'profile'))).toEqual(['name', 'status']);
    expect(shown(moveColumn(columns, undefined, 'status', -1))).toEqual(['name', 'status', 'profile']);
    expect(shown(moveColumn(columns, undefined, 'status', 1))).toEqual(['name', 'profile', 'status']);
    expect(shown({ order: ['status', 'name'], hidden: new Set(['name']) })).toEqual(['name', 'status', 'profile']);
    const hidden = hiddenColumns(columns, { order: [], hidden: new Set(['name', 'status']) });
    expect(hidden.map(({ header }) => header)).toEqual(['status']);
  });
});

describe('page numbers', () => {
  test.each([
    [1, 1, '1'],
    [1, 3, '1 2 3'],
    [1, 16, '1 2 … 16'],
    [4, 16, '1 2 3 4 5 … 16'],
    [8, 16, '1 … 7 8 9 … 16'],
    [13, 16, '1 … 12 13 14 15 16'],
    [16, 16, '1 … 15 16'],
  ])('on page %d of %d they are %s', (current, pages, text) =>
    expect(
      pageNumbers(current, pages)
        .map((number) => number ?? '…')
        .join(' '),
    ).toBe(text),
  );
});
