import { expect, test } from 'vitest';
import { changedSearch, parseSearch, stringifySearch } from './address.ts';

test('search parameters are plain text when read and when written', () => {
  expect(parseSearch('?page=2&search=%22a%22+b&favorites=1')).toEqual({ page: '2', search: '"a" b', favorites: '1' });
  expect(stringifySearch({ page: '2', favorites: 1, none: undefined })).toBe('?page=2&favorites=1');
  expect(stringifySearch({})).toBe('');
});

test('a change keeps the other parameters and drops empty ones', () => {
  expect(changedSearch('?sort=title&page=3', { page: null, search: 'ação' })).toBe('?sort=title&search=a%C3%A7%C3%A3o');
  expect(changedSearch('?page=3', { page: '' })).toBe('');
});
