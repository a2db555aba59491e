import { expect, test } from 'vitest';
import type { Translate } from '../../i18n.ts';
import { getVerb, historyLines } from './history-lines.ts';

const t: Translate = (key, vars) => (vars ? `${key} ${Object.values(vars).join(' | ')}` : key);
const lines = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  historyLines(before, after, { t, language: 'pt-BR', zone: 'America/Sao_Paulo' });

test('custom values are shown with their labels, empty values as empty', () => {
  expect(lines({ custom: { Região: 'Sul' } }, { custom: { Região: 'Norte', Desde: '22/11/2026' } })).toEqual([
    'users.history.change users.field.custom | Região: Sul | Região: Norte; Desde: 22/11/2026',
  ]);
  expect(lines({ custom: {} }, { custom: { Região: 'Norte' } })).toEqual([
    'users.history.change users.field.custom | users.history.nothing | Região: Norte',
  ]);
});

test('unchanged fields are not shown', () => {
  expect(lines({ name: 'Ana', flags: [] }, { name: 'Ana', flags: [] })).toEqual([]);
});

test('what was set for several users at once has its value of before', () => {
  expect(['user.setExpiry', 'user.setFlag', 'user.unheard_of'].map(getVerb)).toEqual(['setExpiry', 'setFlag', 'other']);
  expect(lines({ on: false }, { flag: 'support', on: true })).toEqual([
    'users.history.change audit.value.flags.support | users.history.off | users.history.on',
  ]);
  expect(lines({}, { flag: 'support', on: false })).toEqual(['users.history.set audit.value.flags.support | users.history.off']);
  expect(lines({ expiresAt: '2026-11-22T03:00:00+00:00' }, { expiresAt: null })).toEqual([
    'users.history.change users.field.expiresAt | 22/11/2026 00:00 | users.history.nothing',
  ]);
});
