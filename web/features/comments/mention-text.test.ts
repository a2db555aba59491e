import { expect, test } from 'vitest';
import { getParts, mentionBefore, mentionedIn } from './mention-text.ts';

test('a text is split at its mentions; the longest name wins', () => {
  expect(getParts('Olá @Ana Souza, e @Ana!', ['Ana', 'Ana Souza'])).toEqual([
    { text: 'Olá ', mention: false },
    { text: '@Ana Souza', mention: true },
    { text: ', e ', mention: false },
    { text: '@Ana', mention: true },
    { text: '!', mention: false },
  ]);
  expect(getParts('<img src=x>@x', [])).toEqual([{ text: '<img src=x>@x', mention: false }]);
  expect(getParts('', ['Ana'])).toEqual([]);
});

test('a name is searched while it is typed after an @ that starts a word', () => {
  expect(mentionBefore('veja @an', 8)).toEqual({ from: 5, query: 'an' });
  expect(mentionBefore('@', 1)).toEqual({ from: 0, query: '' });
  expect(mentionBefore('ana@loja', 8)).toBeNull();
  expect(mentionBefore('@ana\nmais', 9)).toBeNull();
  expect(mentionBefore('@um dois tres quatro cinco', 26)).toBeNull();
});

test('a user whose name was deleted from the text is not mentioned', () => {
  const people = [
    { id: '1', name: 'Ana' },
    { id: '2', name: 'Bruno Sá' },
  ];
  expect(mentionedIn('@Bruno Sá veja', people)).toEqual(['2']);
  expect(mentionedIn('@Bruno', people)).toEqual([]);
});
