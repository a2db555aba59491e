import { expect, it } from 'vitest';
import { firstColumn } from './frame-filters.ts';

it('the values of a slicer are the first column of what the service exports, each once', () => {
  expect(firstColumn('Regional,Receita\r\nSul,10\r\nNorte,7\r\nSul,2\r\n')).toEqual(['Sul', 'Norte']);
});

it('quoted values keep their commas and quotes', () => {
  expect(firstColumn('Canal\n"Loja, própria"\n"Dito ""atacado""",4\n')).toEqual(['Loja, própria', 'Dito "atacado"']);
});

it('an export without rows has no values', () => {
  expect(firstColumn('Regional\n')).toEqual([]);
  expect(firstColumn('')).toEqual([]);
});
