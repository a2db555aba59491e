import { expect, test } from 'vitest';
import { addressesIn } from './addresses.ts';

test('addresses are found in any pasted format, each once', () => {
  expect(addressesIn('Ana Lima <ana@x.com>; BRUNO@x.com\ncarla@x.com, ana@x.com\r\n\n')).toEqual({
    addresses: ['ana@x.com', 'bruno@x.com', 'carla@x.com'],
    others: [],
  });
  expect(addressesIn('ana@x.com bruno@x.com\tcarla@x.com').addresses).toEqual(['ana@x.com', 'bruno@x.com', 'carla@x.com']);
});

test('text that is not an address is reported unchanged', () => {
  expect(addressesIn('Ana Lima\nana@x; bruno@x.com')).toEqual({ addresses: ['bruno@x.com'], others: ['Ana Lima', 'ana@x'] });
  expect(addressesIn(' \n ')).toEqual({ addresses: [], others: [] });
});
