import { expect, test } from 'vitest';
import { actionOf, historyLines } from './history-lines.ts';

const before = { name: 'Vendas', description: '', audience: 'everyone', viewers: 0, group: 'Comercial' };

test('only what changed is told, as it was and as it is', () => {
  expect(historyLines(before, { ...before })).toEqual([]);
  expect(historyLines(before, { ...before, name: 'Vendas Sul', group: 'Mercado' })).toEqual([
    { key: 'groups.history.group', vars: { before: 'Comercial', after: 'Mercado' } },
    { key: 'groups.history.name', vars: { before: 'Vendas', after: 'Vendas Sul' } },
  ]);
});

test('a description is added, changed or removed', () => {
  const keys = (from: string, to: string) => historyLines({ description: from }, { description: to }).map((line) => line.key);
  expect(keys('', 'Novo')).toEqual(['groups.history.descriptionAdded']);
  expect(keys('Velho', '')).toEqual(['groups.history.descriptionRemoved']);
  expect(keys('Velho', 'Novo')).toEqual(['groups.history.description']);
});

test('who sees it is told with the number of people, which counts nothing for everyone', () => {
  const chosen = { ...before, audience: 'chosen', viewers: 3 };
  expect(historyLines(before, chosen).map((line) => line.key)).toEqual(['groups.history.narrowed', 'groups.history.viewers']);
  expect(historyLines(chosen, before).map((line) => line.key)).toEqual(['groups.history.widened']);
});

test('facts that were not recorded are not guessed', () => expect(historyLines({}, { name: 'Vendas' })).toEqual([]));

test('the action is the last word of the audit row', () => {
  expect(actionOf('subgroup.order')).toBe('order');
  expect(actionOf('group.purge')).toBe('other');
});
