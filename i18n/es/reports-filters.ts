import type { reportsFilters as defining } from '../en-US/reports-filters.ts';
import type { Texts } from '../types.ts';

export const reportsFilters: Texts<typeof defining> = {
  'audit.value.yes': 'sí',
  'audit.value.no': 'no',
  'access.operator.In': 'es uno de',
  'access.operator.NotIn': 'no es ninguno de',
  'access.operator.Is': 'es',
  'access.operator.IsNot': 'no es',
  'access.operator.Contains': 'contiene',
  'access.operator.GreaterThan': 'mayor que',
  'access.operator.GreaterThanOrEqual': 'como mínimo',
  'access.operator.LessThan': 'menor que',
  'access.operator.LessThanOrEqual': 'como máximo',
};
