import { expect, test } from 'vitest';
import { unsent } from './unsent.ts';

test('what was sent is done with; a field changed or first typed since then stays', () => {
  const sent: { name?: string; phone?: string } = { name: 'Ana' };
  expect(unsent(sent, sent)).toEqual({});
  expect(unsent({ name: 'Ana Luz', phone: '1' }, sent)).toEqual({ name: 'Ana Luz', phone: '1' });
  expect(unsent({ name: 'Ana', phone: '1' }, sent)).toEqual({ phone: '1' });
});
