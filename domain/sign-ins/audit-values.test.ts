import { expect, test } from 'vitest';
import { texts as english } from '../../i18n/en-US/index.ts';
import { texts as portuguese } from '../../i18n/pt-BR/index.ts';
import { auditValue } from './audit-values.ts';

const words = { t: (key: keyof typeof portuguese) => portuguese[key], language: 'pt-BR', zone: 'America/Sao_Paulo' } as const;
const read = (field: string, value: string | null) => auditValue(field, value, words);

test('codes of a record are read in words', () => {
  expect(read('status', 'B')).toBe('Bloqueado');
  expect(read('profile', 'admin')).toBe('Administrador');
  expect(read('defaultProfile', 'user')).toBe('Usuário');
  expect(read('flags', 'support, billing')).toBe('Agente de suporte, Administrador de faturamento');
  expect(read('audience', 'everyone')).toBe('Todos');
  expect(read('ip', 'S')).toBe('ligado');
  expect(read('remote_consent', 'none')).toBe('desligado');
  expect(auditValue('mfa_required', 'administrators', { ...words, t: (key) => english[key] })).toBe('Administrators');
});

test('times and access hours too', () => {
  expect(read('expiresAt', '2026-11-22T15:00:00+00:00')).toBe('22/11/2026 12:00');
  expect(read('accessHours', '[{"days":[1,7],"from":"08:00","to":"18:00"}]')).toBe('seg, dom 08:00–18:00');
});

test('what people wrote stays as they wrote it, and nothing is a dash', () => {
  expect(read('name', 'S')).toBe('S');
  expect(read('department', 'N')).toBe('N');
  expect(read('position', 'Geóloga')).toBe('Geóloga');
  expect(read('accessHours', 'soon')).toBe('soon');
  expect(read('reason', null)).toBe('–');
  expect(read('phone', '')).toBe('–');
});
