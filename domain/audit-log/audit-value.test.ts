import { expect, test } from 'vitest';
import { recordTexts } from '../../i18n/records-server.ts';
import { auditValueWords, fieldWords } from './audit-value.ts';
import type { AuditValue } from './contract.ts';

const reader = { t: await recordTexts('pt-BR'), language: 'pt-BR' as const, zone: 'America/Sao_Paulo' };
const words = (field: string, value: AuditValue | null) => auditValueWords(field, value, reader);

test.each([
  ['profile', 'admin', 'Administrador'],
  ['status', 'D', 'Desativado'],
  ['status', 'Z', 'Z'],
  ['flags', 'billing, support', 'Administrador de faturamento, Agente de suporte'],
  ['mfa_master', 'S', 'ligado'],
  ['jit', 'false', 'desligado'],
  ['name', 'S', 'S'],
  ['language', 'en-US', 'inglês (Estados Unidos)'],
  ['expiresAt', '2026-11-22T03:00:00+00:00', '22/11/2026 00:00'],
  ['position', 'analyst', 'Analista'],
  ['position', 'Tecelã', 'Tecelã'],
  ['hidden_menu', 'playlists, azure/saml, unknown', 'Apresentações, SSO e provisionamento, unknown'],
  ['code', 'ip_not_allowed', 'IP não permitido!'],
  ['mfa_required', 'administrators', 'Administradores'],
  ['remote_consent', 'none', 'desligado'],
  ['groups', 'Vendas, Compras', 'Vendas, Compras'],
  [
    'groups',
    [
      { value: 'sales', group: 'Vendas' },
      { claim: 'c-1', group: 'Compras' },
    ],
    'sales → Vendas; c-1 → Compras',
  ],
  ['profiles', [{ value: 'boss', profile: 'admin' }], 'boss → Administrador'],
  [
    'directories',
    [
      { id: 'b1', name: 'Matriz' },
      { id: 'b2', name: '' },
    ],
    'Matriz; b2',
  ],
  ['map', { email: 'mail', name: 'displayName', phone: '' }, 'E-mail: mail; Nome: displayName'],
  ['custom', { Região: 'Sul' }, 'Região: Sul'],
  ['accessHours', [{ days: [1, 5], from: '08:00', to: '18:00' }], 'seg, sex 08:00–18:00'],
  ['custom', '{broken', '{broken'],
  ['groups', '[1]', '[1]'],
  ['groups', '{"value":"a","group":"b"}', '{"value":"a","group":"b"}'],
  ['custom', { name: 'Sul', value: 'a', group: 'b' }, 'name: Sul; value: a; group: b'],
  ['identity', { username: 'ana@x.test', roles: ['Sul', 'Norte'] }, 'ana@x.test (Sul, Norte)'],
  ['identity', { username: 'ana@x.test', roles: [] }, 'ana@x.test'],
  ['identity', 'by-its-id', 'by-its-id'],
  [
    'filters',
    [{ table: 'Loja', column: 'Região', operator: 'NotIn', values: ['Sul', 'Norte'] }],
    'Loja › Região não é nenhum destes: Sul, Norte',
  ],
  [
    'filters',
    [
      { table: 'Venda', column: 'Ano', operator: 'GreaterThan', values: [2024] },
      { table: 'Loja', column: 'Ativa', operator: 'Is', values: [false] },
    ],
    'Venda › Ano maior que: 2024; Loja › Ativa é: não',
  ],
  ['filters', '[{"table":"Loja","column":"Reg', '[{"table":"Loja","column":"Reg'],
  ['email', null, '–'],
])('%s %j reads %s', (field, value, text) => {
  expect(words(field, value)).toBe(text);
});

test('access hours have the clock of the language', () => {
  const hours = [{ days: [1], from: '08:00', to: '18:30' }];
  expect(auditValueWords('accessHours', hours, { ...reader, language: 'en-US' }).replaceAll(/\s/g, ' ')).toBe('Mon 8:00 AM–6:30 PM');
});

test('a field without a name is shown unchanged', () => {
  expect([fieldWords('profile', reader), fieldWords('unheard_of', reader)]).toEqual(['Perfil', 'unheard_of']);
});
