import type { models } from 'powerbi-client';
import type { ReportFilter } from '../../../../domain/reports/filters.ts';

const schema = 'http://powerbi.com/product/schema';
// FilterType.Basic and FilterType.Advanced of the SDK, whose enums would pull it in.
const basic = 1;
const advanced = 0;

/** A grant's fixed filters in the service's format (REPORT_SERVICE 3.4). They shape the view and are no access control. */
export const fixedFilters = (filters: readonly ReportFilter[]): models.ReportLevelFilters[] =>
  filters.map(({ table, column, operator, values }) => {
    const target = { table, column };
    if (operator === 'In' || operator === 'NotIn')
      return { $schema: `${schema}#basic`, target, operator, values: [...values], filterType: basic };
    // Two values mean either-or, and for "is not" neither-nor.
    const logicalOperator = operator === 'IsNot' ? ('And' as const) : ('Or' as const);
    return {
      $schema: `${schema}#advanced`,
      target,
      logicalOperator,
      conditions: values.map((value) => ({ operator, value })),
      filterType: advanced,
    };
  });
