import { beforeEach, expect, test } from 'vitest';
import { createShortcuts, getName, isLetterKey, type Press, pairTimeMs } from './shortcuts.ts';

const key = (name: string, held: Partial<Press> = {}): Press => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});
let shortcuts: ReturnType<typeof createShortcuts>;
let ran: string[];
const bind = (combination: string, as = combination) => shortcuts.add({ combination, run: () => void ran.push(as) });
beforeEach(() => {
  shortcuts = createShortcuts();
  ran = [];
});

test('a key press has one name on every keyboard', () => {
  expect(getName(key('k', { ctrlKey: true }))).toBe('mod+k');
  expect(getName(key('k', { metaKey: true }))).toBe('mod+k');
  expect(getName(key('?', { shiftKey: true }))).toBe('?');
  expect(getName(key('F'))).toBe('f');
  expect(getName(key('ArrowLeft', { altKey: true }))).toBe('alt+ArrowLeft');
  expect(getName(key('Enter', { shiftKey: true }))).toBe('shift+Enter');
});

test('letters type text; keys with a modifier and named keys do not', () => {
  expect(['f', '?', 'g h', '['].map(isLetterKey)).toEqual([true, true, true, true]);
  expect(['mod+k', 'alt+ArrowLeft', 'Escape'].map(isLetterKey)).toEqual([false, false, false]);
});

test('letter keys do nothing while the user types, keys with a modifier do', () => {
  bind('f');
  bind('mod+k');
  expect(shortcuts.press(key('f'), false, 0)).toBe(false);
  expect(shortcuts.press(key('k', { ctrlKey: true }), false, 0)).toBe(true);
  expect(ran).toEqual(['mod+k']);
});

test('a pair needs its second key in time', () => {
  bind('g h');
  shortcuts.press(key('g'), true, 0);
  expect(shortcuts.press(key('h'), true, pairTimeMs)).toBe(true);
  shortcuts.press(key('g'), true, 5000);
  expect(shortcuts.press(key('h'), true, 5001 + pairTimeMs)).toBe(false);
  expect(ran).toEqual(['g h']);
});

test('a pair wins over the single key, which still works alone', () => {
  bind('g f');
  bind('f');
  shortcuts.press(key('g'), true, 0);
  shortcuts.press(key('f'), true, 1);
  shortcuts.press(key('f'), true, 2);
  expect(ran).toEqual(['g f', 'f']);
});

test('the last binding of the same keys wins until it is removed', () => {
  bind('s', 'page');
  const remove = bind('s', 'layer');
  shortcuts.press(key('s'), true, 0);
  remove();
  shortcuts.press(key('s'), true, 0);
  expect(ran).toEqual(['layer', 'page']);
});
