import { describe, expect, test } from 'vitest';
import { emptyField, type FieldDraft } from './definition.ts';
import { decideFieldEdit } from './edit.ts';

const option = (value: string) => ({ value, labels: {}, retired: false });
const list: FieldDraft = { ...emptyField, type: 'list', labels: { 'pt-BR': 'Regional' }, options: [option('Norte'), option('Sul')] };
const stored = { ...list, version: 3 };
const edit = (draft: Partial<FieldDraft>, used: string[] = [], version = 3) =>
  decideFieldEdit({ version, draft: { ...list, ...draft } }, stored, used);

describe('an edit of a custom field is refused', () => {
  test('if the field is gone or has another version', () => {
    expect(decideFieldEdit({ version: 3, draft: list }, undefined, [])).toEqual({ refused: 'not_found' });
    expect(edit({}, [], 2)).toEqual({ refused: 'changed_meanwhile' });
  });
  test('if it would apply to others', () => {
    expect(edit({ of: 'report' })).toMatchObject({ refused: 'invalid_input', field: 'of', vars: { reason: 'fixed' } });
    expect(edit({ global: true })).toMatchObject({ refused: 'invalid_input', field: 'global', vars: { reason: 'fixed' } });
  });
  test('if a value in use would not fit the new type', () => {
    expect(edit({ type: 'number', options: [] })).toEqual({ refused: 'custom_field_type', field: 'type' });
    const text = { ...stored, type: 'text' as const, options: [] };
    expect(decideFieldEdit({ version: 3, draft: list }, text, ['Leste'])).toEqual({ refused: 'custom_field_type', field: 'type' });
  });
});

describe('an edit of a custom field', () => {
  test('records only the differences', () =>
    expect(edit({ required: true })).toMatchObject({
      only: null,
      retired: [],
      change: { before: { required: false }, after: { required: true } },
    }));
  test('retires options in use that the form has removed', () => {
    const plan = edit({ options: [option('Norte')] }, ['Sul']);
    expect(plan).toMatchObject({ retired: ['Sul'], field: { options: [option('Norte'), { ...option('Sul'), retired: true }] } });
    expect(edit({ options: [option('Norte')] })).toMatchObject({ retired: [], field: { options: [option('Norte')] } });
  });
  test('drops the options of a type without options', () =>
    expect(edit({ type: 'text', options: [] }, ['Sul'])).toMatchObject({ field: { type: 'text', options: [] }, retired: [] }));
  test('from text to a list names the only values that may be in use', () => {
    const text = { ...stored, type: 'text' as const, options: [] };
    expect(decideFieldEdit({ version: 3, draft: list }, text, ['Sul'])).toMatchObject({ only: ['Norte', 'Sul'] });
  });
});
