import { describe, expect, test } from 'vitest';
import { nextOrder, readListAddress } from './list-address.ts';

const options = { sorts: ['name', 'created'], filters: ['visibility'], memory: 'page_group_report' } as const;

describe('the address of a list', () => {
  test('holds search, order, page and size', () =>
    expect(readListAddress({ search: 'ven', sort: '-name', page: '3', size: '50' }, options)).toEqual({
      search: 'ven',
      sort: { column: 'name', direction: 'desc' },
      order: '-name',
      size: 50,
      page: '3',
      filtered: true,
    }));

  test('drops invalid values', () => {
    expect(readListAddress({ sort: 'password', size: '7000' }, options)).toMatchObject({ sort: null, order: undefined, size: 25 });
  });

  test('a filtered list starts at its first page, an unfiltered one at the remembered page', () => {
    expect(readListAddress({ visibility: 'hidden' }, options).page).toBe('1');
    expect(readListAddress({ sort: 'name' }, options).page).toBe('1');
    expect(readListAddress({}, options).page).toBeUndefined();
    expect(readListAddress({ visibility: 'hidden', page: '2' }, options).page).toBe('2');
  });
});

test('a column head sorts ascending, descending, then by the list’s default order', () => {
  expect(nextOrder(null, { column: 'name', direction: 'asc' })).toBe('name');
  expect(nextOrder({ column: 'name', direction: 'asc' }, { column: 'name', direction: 'desc' })).toBe('-name');
  expect(nextOrder({ column: 'name', direction: 'desc' }, { column: 'name', direction: 'asc' })).toBeUndefined();
  expect(nextOrder({ column: 'name', direction: 'desc' }, { column: 'created', direction: 'asc' })).toBe('created');
});
