import { expect, test } from 'vitest';
import { refuseDeletion } from './delete.ts';

test('an account that the user does not see is not found', () =>
  expect(refuseDeletion(undefined, 'account_in_use')).toEqual({ refused: 'not_found' }));

test('without published reports nothing is refused', () => expect(refuseDeletion({ reports: 0, titles: [] }, 'account_in_use')).toBeNull());

test('the refusal counts all reports that use it and names the first', () =>
  expect(refuseDeletion({ reports: 7, titles: ['Frota', 'Vendas'] }, 'workspace_in_use')).toEqual({
    refused: 'workspace_in_use',
    vars: { count: 7, titles: 'Frota, Vendas' },
  }));
