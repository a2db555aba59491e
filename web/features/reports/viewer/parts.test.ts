import { expect, it } from 'vitest';
import type { ViewerAction } from '../../../app/parts/viewer-parts.ts';
import { IconFilter } from '../../../ui/icons.ts';
import { partsIn } from './parts.ts';

const action = (id: string, at: ViewerAction['at'], foot?: string): { action: ViewerAction } => ({
  action: { id, at, icon: IconFilter, label: id, run: () => {}, ...(foot ? { foot } : {}) },
});
const parts = [
  action('refresh', 'icon'),
  action('views', 'named', 'Visões'),
  { action: null },
  action('print', 'menu'),
  action('share', 'icon', 'Enviar'),
];
const ids = (place: 'bar' | 'foot' | 'menu', room: { phone: boolean; narrow: boolean }) =>
  partsIn(parts, place, room).map(({ action: { id } }) => id);

it('a wide bar shows named actions first, then icons; rarely used actions are in the menu', () => {
  const wide = { phone: false, narrow: false };
  expect([ids('bar', wide), ids('menu', wide), ids('foot', wide)]).toEqual([['views', 'refresh', 'share'], ['print'], []]);
});

it('under 1100 px the icons fold into the menu', () => {
  const narrow = { phone: false, narrow: true };
  expect([ids('bar', narrow), ids('menu', narrow)]).toEqual([['views'], ['refresh', 'share', 'print']]);
});

it('on a phone, actions with a short label are in the foot and the rest in the menu', () => {
  const phone = { phone: true, narrow: true };
  expect([ids('bar', phone), ids('foot', phone), ids('menu', phone)]).toEqual([[], ['views', 'share'], ['refresh', 'print']]);
});
