import { expect, it } from 'vitest';
import { changesOfRest, firstColumn, getRest } from './frame-filters.ts';

it("a slicer's values are the first column of the exported CSV, without duplicates", () => {
  expect(firstColumn('Regional,Receita\r\nSul,10\r\nNorte,7\r\nSul,2\r\n')).toEqual(['Sul', 'Norte']);
});

it('quoted values keep their commas and quotes', () => {
  expect(firstColumn('Canal\n"Loja, própria"\n"Dito ""atacado""",4\n')).toEqual(['Loja, própria', 'Dito "atacado"']);
});

it('an export without rows has no values', () => {
  expect(firstColumn('Regional\n')).toEqual([]);
  expect(firstColumn('')).toEqual([]);
});

it('selections are restored for the columns that a republished report still has', () => {
  const before = [
    { id: 'slicer a', title: 'Regional', target: '"regional"', chosen: ['Sul'], options: [] },
    { id: 'slicer b', title: 'Canal', target: '"canal"', chosen: ['Loja'], options: [] },
    { id: 'slicer c', title: 'Mês', target: '"mes"', chosen: [], options: [] },
  ];
  const after = [{ id: 'slicer new', title: 'Região', target: '"regional"', chosen: [], options: [] }];
  expect(changesOfRest(getRest(before), after)).toEqual([{ id: 'slicer new', chosen: ['Sul'] }]);
  expect(changesOfRest('no json', after)).toEqual([]);
});
