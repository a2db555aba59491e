import { expect, test } from 'vitest';
import { decideCopy } from './copy.ts';

const original = { serviceReportId: 's1', datasetId: 'd1', title: 'Vendas' };
const copy = { id: 's2', name: ' Vendas do Sul ', datasetId: 'd1' };
const taken = { id: 'r2', title: 'Vendas do Sul', serviceReportId: 's2', own: false };
const absent = { refused: 'not_found', field: 'serviceReportId' };

test('a copy is added under its own title, or the original’s if it has none', () => {
  expect(decideCopy(copy, { original, taken: [] })).toEqual({ title: 'Vendas do Sul' });
  expect(decideCopy({ ...copy, name: '  ' }, { original, taken: [] })).toEqual({ title: 'Vendas' });
  expect(decideCopy({ ...copy, name: 'x'.repeat(201) }, { original, taken: [] })).toEqual({ title: 'x'.repeat(200) });
});

test('a copy that the user keeps already is that report', () => {
  expect(decideCopy(copy, { original, taken: [taken, { ...taken, id: 'r3', own: true }] })).toEqual({
    kept: { id: 'r3', title: 'Vendas do Sul' },
  });
});

test.each([
  ['the original itself', { ...copy, id: 's1' }, []],
  ['a report on other data', { ...copy, datasetId: 'd2' }, []],
  ['a copy that another user keeps', copy, [taken]],
])('%s is refused', (_, asked, others) => {
  expect(decideCopy(asked, { original, taken: others })).toEqual(absent);
});

test('a report whose id differs in case only is not this copy', () => {
  expect(decideCopy(copy, { original, taken: [{ ...taken, serviceReportId: 'S2' }] })).toEqual({ title: 'Vendas do Sul' });
});
