import { expect, test } from 'vitest';
import type { Translate } from '../../i18n.ts';
import { historyLines } from './history-lines.ts';

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
