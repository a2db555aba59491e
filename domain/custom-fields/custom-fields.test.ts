import { describe, expect, test } from 'vitest';
import { checkValues, missingFields } from './check-values.ts';
import { emptyField, type FieldDraft, fieldFaults, keptOptions, mayBecome, namedOptions, optionsFromLines } from './definition.ts';
import { type CustomField, getLabel, optionLabel } from './field.ts';
import { readFilters, writeFilters } from './filters.ts';
import { getKey } from './key.ts';
import { checkValue, compareDecimals, decimal, fitsPattern, isDay, readTyped, typedNumber } from './value.ts';

const option = (value: string, more: Partial<CustomField['options'][number]> = {}) => ({ value, labels: {}, retired: false, ...more });
const field = (more: Partial<CustomField> = {}): CustomField => ({
  ...emptyField,
  id: '1',
  key: 'cf_field',
  ...more,
});
const regions = [option('Sul', { labels: { 'en-US': 'South' } }), option('Norte'), option('Leste', { retired: true })];

describe('a key', () => {
  test.each([
    ['Regional', 'cf_regional'],
    ['  Data de admissão ', 'cf_data_de_admissao'],
    ['Região (RLS) #2', 'cf_regiao_rls_2'],
    ['<script>alert(1)</script>', 'cf_script_alert_1'],
    ['日本語', 'cf_field'],
    ['?!', 'cf_field'],
    ['a'.repeat(80), `cf_${'a'.repeat(40)}`],
  ])('of %s is %s', (label, key) => expect(getKey(label)).toBe(key));
});

describe('a value', () => {
  test('of text is trimmed, at most 500 long or as its field says, and of the required format', () => {
    expect(checkValue(field(), '  Ana ')).toEqual({ value: 'Ana' });
    expect(checkValue(field(), 'a'.repeat(500))).toEqual({ value: 'a'.repeat(500) });
    expect(checkValue(field(), 'a'.repeat(501))).toEqual({ problem: 'too_long' });
    expect(checkValue(field({ limits: { longest: 3 } }), 'abcd')).toEqual({ problem: 'too_long' });
    expect(checkValue(field({ limits: { pattern: 'AA-9999' } }), 'VA-0012')).toEqual({ value: 'VA-0012' });
    expect(checkValue(field({ limits: { pattern: 'AA-9999' } }), 'VA0012')).toEqual({ problem: 'pattern' });
    expect(checkValue(field(), 7)).toEqual({ problem: 'invalid' });
    expect(fitsPattern('é9', '**')).toBe(true);
  });
  test('that is empty counts as none, whatever the type', () => {
    for (const type of ['text', 'number', 'date', 'list', 'single', 'multiple'] as const)
      for (const none of ['', null, undefined]) expect(checkValue(field({ type, options: regions }), none)).toEqual({ value: null });
    expect(checkValue(field(), '   ')).toEqual({ value: null });
    expect(checkValue(field({ type: 'multiple', options: regions }), [])).toEqual({ value: null });
  });
  test('of a number is a decimal(18,6), kept digit by digit', () => {
    const number = field({ type: 'number' });
    expect(checkValue(number, '999999999999.123456')).toEqual({ value: '999999999999.123456' });
    expect(checkValue(number, '-007.50')).toEqual({ value: '-7.5' });
    expect(decimal('-0.000')).toBe('0');
    for (const bad of ['1000000000000', '1.1234567', '1e3', '1,5', 'NaN', '--1', '١'])
      expect(checkValue(number, bad)).toEqual({ problem: 'invalid' });
    expect(checkValue(field({ type: 'number', limits: { decimals: 2 } }), '1.234')).toEqual({ problem: 'decimals' });
    expect(checkValue(field({ type: 'number', limits: { least: '-2.5' } }), '-2.51')).toEqual({ problem: 'too_small' });
    expect(checkValue(field({ type: 'number', limits: { most: '10' } }), '10.000001')).toEqual({ problem: 'too_large' });
    expect([compareDecimals('-2', '-10'), compareDecimals('9', '10'), compareDecimals('1.5', '1.50')]).toEqual([1, -1, 0]);
  });
  test('of a date is an existing calendar day', () => {
    const date = field({ type: 'date', limits: { earliest: '2000-01-01', latest: '2026-12-31' } });
    expect(checkValue(date, '2024-02-29')).toEqual({ value: '2024-02-29' });
    for (const bad of ['2026-02-31', '21/11/2026', '2026-1-1', '0026-11-21']) expect(checkValue(date, bad)).toEqual({ problem: 'invalid' });
    expect(checkValue(date, '1999-12-31')).toEqual({ problem: 'too_small' });
    expect(checkValue(date, '2027-01-01')).toEqual({ problem: 'too_large' });
    expect(isDay('2023-02-29')).toBe(false);
  });
  test('of a choice is one of its options; a retired one only where it is already stored', () => {
    const list = field({ type: 'list', options: regions });
    expect(checkValue(list, 'Sul')).toEqual({ value: 'Sul' });
    expect(checkValue(list, 'sul')).toEqual({ problem: 'not_an_option' });
    expect(checkValue(list, 'Leste')).toEqual({ problem: 'retired' });
    expect(checkValue(list, 'Leste', 'Leste')).toEqual({ value: 'Leste' });
    expect(checkValue(list, ['Sul'])).toEqual({ problem: 'invalid' });
    const several = field({ type: 'multiple', options: regions });
    expect(checkValue(several, ['Norte', 'Sul', 'Norte'])).toEqual({ value: ['Sul', 'Norte'] });
    expect(checkValue(several, ['Leste', 'Sul'], ['Leste'])).toEqual({ value: ['Sul', 'Leste'] });
    expect(checkValue(several, ['Leste', 'Sul'])).toEqual({ problem: 'retired' });
    expect(checkValue(several, 'Sul')).toEqual({ problem: 'invalid' });
    expect(checkValue(several, [1])).toEqual({ problem: 'invalid' });
  });
  test('that was typed is read in the format of the language, an option by any of its labels', () => {
    expect(typedNumber('1.234,56', 'pt-BR')).toBe('1234.56');
    expect(typedNumber('1.234', 'pt-BR')).toBe('1234');
    expect(typedNumber('1,234.5', 'en-US')).toBe('1234.5');
    expect(typedNumber('12,5', 'es')).toBe('12.5');
    expect(typedNumber('doze', 'pt-BR')).toBeNull();
    expect(readTyped(field({ type: 'date' }), '1/2/2024', 'pt-BR')).toBe('2024-02-01');
    expect(readTyped(field({ type: 'date' }), '2/1/2024', 'en-US')).toBe('2024-02-01');
    expect(readTyped(field({ type: 'date' }), '2024/02/01', 'pt-BR')).toBe('2024-02-01');
    expect(readTyped(field({ type: 'date' }), 'ontem', 'pt-BR')).toBe('ontem');
    expect(readTyped(field({ type: 'list', options: regions }), ' south ', 'pt-BR')).toBe('Sul');
    expect(readTyped(field({ type: 'multiple', options: regions }), 'SUL; norte', 'pt-BR')).toEqual(['Sul', 'Norte']);
    expect(readTyped(field({ type: 'multiple', options: [option('Manhã, cedo')] }), 'manha, cedo', 'pt-BR')).toEqual(['Manhã, cedo']);
    expect(readTyped(field(), '  ', 'pt-BR')).toBeNull();
  });
});

describe('the values of a form', () => {
  const fields = [
    field({ key: 'cf_badge', required: true }),
    field({ key: 'cf_region', type: 'list', options: regions, identity: true }),
    field({ key: 'cf_shift', type: 'multiple', options: [option('Manhã'), option('Noite')], userEditable: true, defaultValue: ['Manhã'] }),
  ];
  test('are laid over what was stored; absent ones and those without a field stay', () => {
    const before = { cf_badge: '1', cf_region: 'Leste', cf_gone: 'x' };
    expect(checkValues({ fields, input: { cf_region: 'Sul' }, before, by: 'admin' })).toEqual({
      values: { cf_badge: '1', cf_region: 'Sul', cf_gone: 'x' },
      problems: {},
      changed: ['cf_region'],
      incomplete: [],
    });
    expect(checkValues({ fields, input: { cf_region: null }, before, by: 'admin' }).values).toEqual({ cf_badge: '1', cf_gone: 'x' });
  });
  test('of a new user begin with the defaults', () => {
    expect(checkValues({ fields, input: { cf_badge: '7' }, before: null, by: 'import' }).values).toEqual({
      cf_badge: '7',
      cf_shift: ['Manhã'],
    });
    expect(checkValues({ fields, input: { cf_badge: '7', cf_shift: [] }, before: null, by: 'admin' }).values).toEqual({ cf_badge: '7' });
  });
  test('include everything required, except that users from a directory are only flagged', () => {
    expect(checkValues({ fields, input: {}, before: null, by: 'import' }).problems).toEqual({ cf_badge: 'required' });
    expect(checkValues({ fields, input: { cf_badge: ' ' }, before: { cf_badge: '1' }, by: 'admin' }).problems).toEqual({
      cf_badge: 'required',
    });
    expect(checkValues({ fields, input: {}, before: null, by: 'scim' })).toMatchObject({ problems: {}, incomplete: ['cf_badge'] });
    expect(missingFields(fields, { cf_badge: '' }).map(({ key }) => key)).toEqual(['cf_badge']);
    expect(missingFields(fields, {}, { own: true })).toEqual([]);
  });
  test('enforce what is required at the next save of these fields, not of others', () => {
    const ask = (input: object, more: object = {}) =>
      checkValues({ fields, input: { ...input }, before: {}, by: 'admin', ...more }).problems;
    expect(ask({})).toEqual({});
    expect(ask({ cf_badge: null, cf_region: null })).toEqual({});
    expect(ask({ cf_region: 'Sul' })).toEqual({ cf_badge: 'required' });
    expect(ask({}, { saved: true })).toEqual({ cf_badge: 'required' });
    expect(ask({ cf_region: 'Oeste' })).toEqual({ cf_region: 'not_an_option', cf_badge: 'required' });
    expect(ask({ cf_region: 'Sul' }, { saved: false })).toEqual({});
  });
  test('name no missing field', () => {
    expect(checkValues({ fields, input: { cf_other: 'x' }, before: {}, by: 'scim' }).problems).toEqual({ cf_other: 'unknown' });
  });
  test('of the user include those they may edit, and never one that is part of an identity', () => {
    const mine = (input: Record<string, unknown>) => checkValues({ fields, input, before: { cf_region: 'Sul' }, by: 'self' });
    expect(mine({ cf_shift: ['Noite'] })).toMatchObject({ problems: {}, values: { cf_region: 'Sul', cf_shift: ['Noite'] } });
    expect(mine({ cf_region: 'Norte' }).problems).toEqual({ cf_region: 'not_editable' });
    expect(mine({ cf_region: 'Sul' }).problems).toEqual({});
    expect(mine({ cf_badge: '1' }).problems).toEqual({ cf_badge: 'not_editable' });
  });
});

describe('a field', () => {
  const unit = { kind: 'unit', language: 'pt-BR' } as const;
  const draft = (more: Partial<FieldDraft> = {}): FieldDraft => ({ ...emptyField, labels: { 'pt-BR': 'Regional' }, ...more });
  const many = (n: number) => Array.from({ length: n }, (_, at) => option(`Opção ${at}`));
  test('needs a label in the language of the tenant, which is the fallback of the others', () => {
    expect(fieldFaults(draft({ labels: { 'en-US': 'Region' } }), unit)).toEqual({ labels: 'required' });
    expect(fieldFaults(draft(), unit)).toEqual({});
    const shown = { key: 'cf_r', labels: { 'pt-BR': 'Regional', 'en-US': 'Region' } };
    expect([
      getLabel(shown, 'en-US'),
      getLabel(shown, 'es', 'en-US'),
      getLabel(shown, 'es'),
      getLabel({ key: 'cf_r', labels: {} }, 'es'),
    ]).toEqual(['Region', 'Region', 'Regional', 'cf_r']);
    expect([optionLabel(option('Sul'), 'en-US'), optionLabel(regions[0] ?? option(''), 'en-US')]).toEqual(['Sul', 'South']);
  });
  test.each<[string, Partial<FieldDraft>, object]>([
    ['a choice without options', { type: 'list' }, { options: 'options_needed' }],
    ['only retired options', { type: 'list', options: [option('a', { retired: true })] }, { options: 'options_needed' }],
    ['200 options', { type: 'single', options: many(200) }, {}],
    ['201 options', { type: 'single', options: many(201) }, { options: 'options_many' }],
    ['two options that read the same', { type: 'list', options: [option('Sul'), option('SÚL')] }, { options: 'options_twice' }],
    ['options of a text', { options: [option('a')] }, { options: 'unused' }],
    ['limits of another type', { limits: { least: '1' } }, { limits: 'unused' }],
    ['limits that cross', { type: 'number', limits: { least: '2', most: '1' } }, { limits: 'order' }],
    ['days that cross', { type: 'date', limits: { earliest: '2026-01-02', latest: '2026-01-01' } }, { limits: 'order' }],
    ['501 characters', { limits: { longest: 501 } }, { limits: 'invalid' }],
    ['seven decimals', { type: 'number', limits: { decimals: 7 } }, { limits: 'invalid' }],
    ['a default that does not fit', { type: 'date', defaultValue: 'hoje' }, { defaultValue: 'invalid' }],
    ['a global one of a unit', { global: true }, { global: 'global_refused' }],
    ['an identity of several values', { type: 'multiple', options: many(2), identity: true }, { identity: 'identity_refused' }],
    ['an identity of a report', { of: 'report', identity: true }, { identity: 'identity_refused' }],
    ['an identity that people edit', { identity: true, userEditable: true }, { userEditable: 'identity_editable' }],
    ['one that people edit and do not see', { userVisible: false, userEditable: true }, { userEditable: 'editable_hidden' }],
  ])('%s', (_, more, faults) => expect(fieldFaults(draft(more), unit)).toEqual(faults));

  test('of a partner may be global', () => expect(fieldFaults(draft({ global: true }), { ...unit, kind: 'partner' })).toEqual({}));
  test('changes to another type only where no value is lost', () => {
    expect(mayBecome('text', 'list', regions, ['Sul', 'Leste'])).toBe(true);
    expect(mayBecome('text', 'list', regions, ['Sul', 'Oeste'])).toBe(false);
    expect(mayBecome('list', 'text', [], ['Sul'])).toBe(true);
    expect(mayBecome('number', 'text', [], [])).toBe(true);
    for (const [from, to] of [
      ['text', 'number'],
      ['text', 'single'],
      ['date', 'text'],
      ['multiple', 'list'],
    ] as const)
      expect(mayBecome(from, to, regions, [])).toBe(false);
  });
  test('keeps an option in use, retired, and drops one that is not', () => {
    expect(keptOptions(regions, [option('Norte')], ['Sul'])).toEqual([option('Norte'), { ...regions[0], retired: true }]);
  });
  test('takes pasted lines as options, each once', () => {
    expect(optionsFromLines('Sul\r\n\n  norte \nSÚL\nOeste\tCentro', [option('Norte')]).map(({ value }) => value)).toEqual([
      'Sul',
      'Oeste',
      'Centro',
    ]);
    expect(optionsFromLines('Su\u200bl  Leste\n\u200b', [])).toEqual([option('Sul Leste')]);
  });
  test('keeps an option in use as it is stored, and a new one without invisible characters', () => {
    const draft: FieldDraft = { ...emptyField, type: 'multiple', options: [option('Sul\u200b'), option('Nor\u200bte')] };
    const { options, defaultValue } = namedOptions({ ...draft, defaultValue: ['Sul\u200b', 'Nor\u200bte'] }, ['Sul\u200b']);
    expect(options.map(({ value }) => value)).toEqual(['Sul\u200b', 'Norte']);
    expect(defaultValue).toEqual(['Sul\u200b', 'Norte']);
  });
});

describe('filters of a list', () => {
  test('are in one parameter and are read back', () => {
    const filters = [
      { key: 'cf_region', how: 'any' as const, values: ['Sul', 'A & B = C'] },
      { key: 'cf_name', how: 'begins' as const, text: 'São..' },
      { key: 'cf_day', how: 'days' as const, from: '2025-01-01', to: null },
      { key: 'cf_pay', how: 'numbers' as const, from: '-1.5', to: '20' },
    ];
    expect(readFilters(writeFilters(filters) ?? '')).toEqual(filters);
    expect(writeFilters([])).toBeUndefined();
  });
  test.each([
    '',
    'cf_a',
    'cf_a=',
    'region=Sul',
    'cf_A=1',
    'cf_a@=..',
    'cf_a@=2026-02-31..',
    'cf_a#=1..x',
    'cf_a#=1',
    'cf_a~=a&cf_a~=b',
    'cf_a=%',
    'cf_a=1&',
  ])('are refused as %s', (text) => expect(readFilters(text)).toBeNull());
  test('are ten at most', () => {
    expect(readFilters(Array.from({ length: 11 }, (_, n) => `cf_${n}=1`).join('&'))).toBeNull();
  });
});
