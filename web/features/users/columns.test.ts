import { expect, test } from 'vitest';
import { withAddress } from './columns.tsx';

const columns = ['name', 'email', 'status', 'phone'].map((id) => ({
  id,
  header: id,
  cell: () => null,
  ...(id === 'name' ? { rowHeader: true } : {}),
}));

test('a file has the e-mail address as a column after the name, where the list shows it under the name', () => {
  expect(withAddress(columns, { order: ['status'], hidden: new Set(['email', 'phone']) })).toEqual({
    order: ['name', 'email', 'status'],
    hidden: new Set(['phone']),
  });
  const shown = { order: ['status', 'email'], hidden: new Set(['phone']) };
  expect(withAddress(columns, shown)).toBe(shown);
});
