/** A report's filters in words, where they are set and in records. */
export const reportsFilters = {
  'audit.value.yes': 'yes',
  'audit.value.no': 'no',
  'access.operator.In': 'is one of',
  'access.operator.NotIn': 'is none of',
  'access.operator.Is': 'is',
  'access.operator.IsNot': 'is not',
  'access.operator.Contains': 'contains',
  'access.operator.GreaterThan': 'greater than',
  'access.operator.GreaterThanOrEqual': 'at least',
  'access.operator.LessThan': 'less than',
  'access.operator.LessThanOrEqual': 'at most',
} as const;
