import { expect, test } from 'vitest';
import { filterText } from './filter-text.ts';

test('a filter of a grant is translated into the syntax of an export', () => {
  expect(filterText({ table: 'Store', column: 'Territory', operator: 'In', values: ['NC', 'TN'] })).toBe("Store/Territory in ('NC', 'TN')");
  expect(filterText({ table: 'Sales', column: 'Year', operator: 'GreaterThanOrEqual', values: [2026] })).toBe('Sales/Year ge 2026');
  expect(filterText({ table: 'Sales', column: 'Open', operator: 'Is', values: [true] })).toBe('Sales/Open eq true');
  expect(filterText({ table: 'Sales', column: 'Kind', operator: 'NotIn', values: ['a', 'b'] })).toBe(
    "Sales/Kind ne 'a' and Sales/Kind ne 'b'",
  );
});

test('names and values cannot break out of their quotes', () => {
  expect(filterText({ table: 'Dim Loja', column: "a'b/c", operator: 'In', values: ["d'e"] })).toBe(
    "Dim_x0020_Loja/a_x0027_b_x002f_c in ('d''e')",
  );
  expect(filterText({ table: 'Preço', column: 'São', operator: 'Is', values: ["' or 1 eq 1"] })).toBe("Preço/São eq ''' or 1 eq 1'");
});

test('a filter that an export cannot express is left out', () => {
  expect(filterText({ table: 'A', column: 'B', operator: 'Contains', values: ['x'] })).toBeNull();
  expect(filterText({ table: 'A', column: 'B', operator: 'Is', values: ['x', 'y'] })).toBeNull();
});
