import { expect, it } from 'vitest';
import { fixedFilters } from './fixed-filters.ts';

it('fixed filters become basic filters for lists and advanced filters for comparisons', () => {
  const target = { table: 'Loja', column: 'Região' };
  expect(
    fixedFilters([
      { ...target, operator: 'In', values: ['Sul', 'Norte'] },
      { ...target, operator: 'IsNot', values: ['Sul', 'Norte'] },
      { ...target, operator: 'Contains', values: ['S'] },
    ]),
  ).toEqual([
    { $schema: 'http://powerbi.com/product/schema#basic', target, operator: 'In', values: ['Sul', 'Norte'], filterType: 1 },
    {
      $schema: 'http://powerbi.com/product/schema#advanced',
      target,
      logicalOperator: 'And',
      conditions: [
        { operator: 'IsNot', value: 'Sul' },
        { operator: 'IsNot', value: 'Norte' },
      ],
      filterType: 0,
    },
    expect.objectContaining({ logicalOperator: 'Or', conditions: [{ operator: 'Contains', value: 'S' }] }),
  ]);
});
