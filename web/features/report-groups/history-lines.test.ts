import { expect, test } from 'vitest';
import { textNames } from '../../../domain/report-groups/fields.ts';
import { getAction, historyLines } from './history-lines.ts';

const before = { name: 'Vendas', description: '', audience: 'everyone', viewers: 0, group: 'Comercial' };

test('only changed fields are shown, with old and new value', () => {
  expect(historyLines(before, { ...before })).toEqual([]);
  expect(historyLines(before, { ...before, name: 'Vendas Sul', group: 'Mercado' })).toEqual([
    { key: 'groups.history.group', vars: { before: 'Comercial', after: 'Mercado' } },
    { key: 'groups.history.name', vars: { before: 'Vendas', after: 'Vendas Sul' } },
  ]);
});

test.each(textNames)('the text %s is added, changed or removed', (name) => {
  const keys = (from: string, to: string) => historyLines({ [name]: from }, { [name]: to }).map((line) => line.key);
  expect(keys('', 'Novo')).toEqual([`groups.history.${name}Added`]);
  expect(keys('Velho', '')).toEqual([`groups.history.${name}Removed`]);
  expect(keys('Velho', 'Novo')).toEqual([`groups.history.${name}`]);
});

test('the audience is shown with its number of users, without one for everyone', () => {
  const chosen = { ...before, audience: 'chosen', viewers: 3 };
  expect(historyLines(before, chosen).map((line) => line.key)).toEqual(['groups.history.narrowed', 'groups.history.viewers']);
  expect(historyLines(chosen, before).map((line) => line.key)).toEqual(['groups.history.widened']);
});

test('unrecorded facts are not guessed', () => expect(historyLines({}, { name: 'Vendas' })).toEqual([]));

test('the action is the last word of the audit row', () => {
  expect(getAction('subgroup.order')).toBe('order');
  expect(getAction('group.purge')).toBe('other');
});
