import { describe, expect, test } from 'vitest';
import { decideSave, type Known, onTrial, type StoredTenant, toStored } from './save.ts';

const until = '2027-01-01T00:15:00.000Z';
const left = { user_import: true, saml: true, mfa: true, remote: true };
const known: Known = { report: true, left, cameByProvider: false };
const stored: StoredTenant = {
  language: 'pt-BR',
  zone: 'America/Sao_Paulo',
  values: { save_filter: 'N', hidden_menu: ['users'] },
  version: 3,
};
const decide = (patch: Parameters<typeof decideSave>[0], row: Partial<StoredTenant> = {}, facts: Partial<Known> = {}, decides = false) =>
  decideSave(patch, decides, until, { ...stored, ...row }, { ...known, ...facts });

describe('a save of settings', () => {
  test('lays the given fields over the stored ones and records only them', () => {
    expect(decide({ version: 3, save_filter: 'S', home_page: '/reports' })).toEqual({
      version: 4,
      values: { save_filter: 'S', home_page: '/reports' },
      language: undefined,
      zone: undefined,
      tasks: null,
      hidesOther: false,
      needsProvider: false,
      needsReport: false,
      change: { before: { save_filter: 'N', home_page: null }, after: { save_filter: 'S', home_page: '/reports' } },
    });
  });
  test('records the language, which is the tenant’s own', () => {
    expect(decide({ language: 'es', timezone: 'Europe/Lisbon' })).toMatchObject({
      language: 'es',
      zone: 'Europe/Lisbon',
      values: { timezone: 'Europe/Lisbon' },
      change: { before: { language: 'pt-BR', timezone: null }, after: { language: 'es', timezone: 'Europe/Lisbon' } },
    });
  });
  test('has automatic actions follow a new time zone, unless they keep their moment', () => {
    expect(decide({ timezone: 'Europe/Lisbon' })).toMatchObject({ tasks: { to: 'Europe/Lisbon', kept: null } });
    expect(decide({ timezone: 'Europe/Lisbon', tasks_keep_moment: 'S' })).toMatchObject({
      tasks: { to: 'Europe/Lisbon', kept: 'America/Sao_Paulo' },
      values: { timezone: 'Europe/Lisbon' },
      change: { after: { timezone: 'Europe/Lisbon', tasks_keep_moment: 'S' } },
    });
    expect(decide({ timezone: 'America/Sao_Paulo', tasks_keep_moment: 'S' })).toMatchObject({ tasks: null });
  });
  test('is checked against a version only if one was named and something is stored', () => {
    expect(decide({ version: 2, save_filter: 'S' })).toEqual({ refused: 'changed_meanwhile' });
    expect(decide({ save_filter: 'S' })).toMatchObject({ version: 4 });
    expect(decide({ version: 2, save_filter: 'S' }, { version: null, values: {} })).toMatchObject({ version: 1 });
  });
  test('raises the epoch when other screens are hidden', () => {
    expect(decide({ hidden_menu: ['users'] })).toMatchObject({ hidesOther: false });
    expect(decide({ hidden_menu: [] })).toMatchObject({ hidesOther: true });
  });
  test('refuses an unknown report first, then a function switched off by the layer above, then a lockout, then an old version', () => {
    const patch = { version: 2, relatorio_id: 'r', user_import: 'S', mfa_master: 'S', password_sign_in: 'N' } as const;
    expect(decide(patch, {}, { report: false })).toEqual({ refused: 'not_found', field: 'relatorio_id' });
    expect(decide(patch, {}, { left: { ...left, user_import: false, mfa: false } })).toEqual({
      refused: 'function_disabled',
      field: 'user_import',
    });
    expect(decide(patch, {}, { left: { ...left, mfa: false } })).toEqual({ refused: 'function_disabled', field: 'mfa_master' });
    expect(decide(patch)).toEqual({ refused: 'passwords_needed', field: 'password_sign_in' });
    expect(decide(patch, {}, { cameByProvider: true })).toEqual({ refused: 'changed_meanwhile' });
  });
  test('switches off what the layer above has closed, and keeps passwords off', () => {
    const closed = { left: { ...left, user_import: false, remote: false } };
    expect(decide({ user_import: 'N', allow_access_remote: 'N' }, {}, closed)).toMatchObject({ version: 4 });
    expect(decide({ user_import: 'S' }, {}, closed)).toEqual({ refused: 'function_disabled', field: 'user_import' });
    expect(decide({ allow_access_remote: 'S' }, {}, closed)).toEqual({ refused: 'function_disabled', field: 'allow_access_remote' });
    expect(decide({ password_sign_in: 'N' }, { values: { password_sign_in: 'N' } })).toMatchObject({ version: 4, needsProvider: false });
    expect(decide({ password_sign_in: 'N' }, {}, { cameByProvider: true })).toMatchObject({ needsProvider: true });
  });
  test('accepts what is stored already, although it could not be chosen now', () => {
    const values = { user_import: 'S', allow_access_remote: 'S', relatorio_id: 'deleted' } as const;
    const now = { report: false, left: { ...left, user_import: false, remote: false } };
    expect(decide({ ...values, save_filter: 'S' }, { values }, now)).toMatchObject({ version: 4, needsReport: false });
    expect(decide({ relatorio_id: 'other' }, { values }, now)).toEqual({ refused: 'not_found', field: 'relatorio_id' });
    expect(decide({ relatorio_id: 'other' }, { values })).toMatchObject({ needsReport: true });
    expect(decide({ relatorio_id: null }, { values }, now)).toMatchObject({ needsReport: false });
  });
});

describe('allowed addresses', () => {
  const list = { ip: 'S', listIp: ['10.0.0.1'] } as const;
  const patch = { ip: 'S' as const, listIp: ['10.0.0.1'] };
  test('are on trial, with the values to undo to', () => {
    expect(onTrial(patch)).toBe(true);
    expect(onTrial({ listIp: null })).toBe(false);
    expect(decide(patch)).toMatchObject({ values: { ...list, ip_trial: { until, before: { ip: 'N', listIp: null } } } });
    expect(decide({ listIp: ['10.0.0.2'] }, { values: { ip: 'S', listIp: ['10.0.0.1'] } })).toMatchObject({
      values: { ip_trial: { until, before: { ip: 'S', listIp: ['10.0.0.1'] } } },
    });
  });
  test('changed again on trial, are undone to the values before the first change', () => {
    const before = { ip: 'N' as const, listIp: null };
    const row = { values: { ip: 'S' as const, listIp: ['10.0.0.1'], ip_trial: { until: 'earlier', before } } };
    expect(decide({ listIp: ['10.0.0.2'] }, row)).toMatchObject({ values: { ip_trial: { until, before } } });
  });
  test('need no trial when unchanged, and end one when they are switched off', () => {
    expect(decide(patch, { values: { ip: 'S', listIp: ['10.0.0.1'] } })).toMatchObject({ values: { ip: 'S', listIp: ['10.0.0.1'] } });
    expect(decide(patch, { values: { ip: 'S', listIp: ['10.0.0.1'] } })).not.toHaveProperty('values.ip_trial');
    expect(decide({ ip: 'N' }, { values: { ip: 'S', listIp: ['10.0.0.1'] } })).toMatchObject({ values: { ip: 'N', ip_trial: null } });
  });
  test('are recorded without their trial', () => expect(decide(patch)).toMatchObject({ change: { after: patch } }));
});

test('only a tenant with tenants below stores settings for them', () => {
  const patch = { below_remote: true, mfa_permission_admin: 'N', last_update_below: true, save_filter: 'S' } as const;
  expect(toStored(patch, false)).toEqual({ save_filter: 'S' });
  expect(toStored(patch, true)).toEqual({
    save_filter: 'S',
    below_remote: true,
    below_mfa: false,
    mostrar_ultima_atualizacao_relatorio_global: true,
  });
});
