import { expect, test } from 'vitest';
import { factNames } from '../../../domain/tenants/fields.ts';
import { unitFactLabels } from './fact-labels.ts';

test('every limit and rule that the layer above sets has a line in the history', () => {
  expect(Object.values(factNames).filter((fact) => !unitFactLabels[fact])).toEqual([]);
  expect(unitFactLabels.last_update).toBe('tenants.field.lastUpdate');
});
