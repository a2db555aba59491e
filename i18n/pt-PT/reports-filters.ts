import type { reportsFilters as defining } from '../en-US/reports-filters.ts';
import type { Texts } from '../types.ts';

export const reportsFilters: Texts<typeof defining> = {
  'audit.value.yes': 'sim',
  'audit.value.no': 'não',
  'access.operator.In': 'é um destes',
  'access.operator.NotIn': 'não é nenhum destes',
  'access.operator.Is': 'é',
  'access.operator.IsNot': 'não é',
  'access.operator.Contains': 'contém',
  'access.operator.GreaterThan': 'maior que',
  'access.operator.GreaterThanOrEqual': 'no mínimo',
  'access.operator.LessThan': 'menor que',
  'access.operator.LessThanOrEqual': 'no máximo',
};
