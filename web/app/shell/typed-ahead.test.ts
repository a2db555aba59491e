import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { catchTyping, takeTyping } from './typed-ahead.ts';

let press: (key: string, more?: object) => boolean;
beforeEach(() => {
  let listener: ((event: unknown) => void) | null = null;
  vi.stubGlobal('addEventListener', (_: string, wanted: (event: unknown) => void) => {
    listener = wanted;
  });
  vi.stubGlobal('removeEventListener', () => {
    listener = null;
  });
  press = (key, more = {}) => {
    const event = { key, preventDefault: vi.fn(), stopImmediatePropagation: vi.fn(), ...more };
    listener?.(event);
    return event.preventDefault.mock.calls.length > 0;
  };
});
afterEach(() => {
  takeTyping();
  vi.unstubAllGlobals();
});
const type = (keys: readonly string[]) => {
  catchTyping();
  for (const key of keys) press(key);
  return takeTyping();
};

test('Enter is kept with the text before it, and means nothing without one', () => {
  expect(type(['m', 'i', 'x', 'Enter'])).toEqual({ text: 'mix', enter: 'here' });
  expect(type(['Enter'])).toEqual({ text: '', enter: null });
  expect(type([' ', 'Enter'])).toEqual({ text: ' ', enter: null });
});

test('typing on after Enter takes it back, as in the field', () => {
  expect(type(['m', 'i', 'Enter', 'x'])).toEqual({ text: 'mix', enter: null });
  expect(type(['m', 'i', 'Enter', 'Backspace'])).toEqual({ text: 'm', enter: null });
});

test('Ctrl+Enter opens a new tab; other commands go to the page', () => {
  catchTyping();
  press('m');
  expect(press('Enter', { ctrlKey: true })).toBe(true);
  expect(press('c', { ctrlKey: true })).toBe(false);
  expect(takeTyping()).toEqual({ text: 'm', enter: 'newTab' });
});

test('Escape forgets what was typed', () => {
  expect(type(['m', 'Enter', 'Escape'])).toEqual({ text: '', enter: null });
});
