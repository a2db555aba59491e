import { expect, test } from 'vitest';
import { unsent } from './unsent.ts';

test('sent fields are dropped; a field changed or first edited since then stays', () => {
  const sent: { name?: string; phone?: string } = { name: 'Ana' };
  expect(unsent(sent, sent)).toEqual({});
  expect(unsent({ name: 'Ana Luz', phone: '1' }, sent)).toEqual({ name: 'Ana Luz', phone: '1' });
  expect(unsent({ name: 'Ana', phone: '1' }, sent)).toEqual({ phone: '1' });
});
