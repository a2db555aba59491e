import { type SQL, sql } from 'drizzle-orm';
import { type CustomFilter, readFilters } from '../../../domain/custom-fields/filters.ts';

// The highest code point. A text starts with a prefix exactly when it sorts between the prefix and the prefix followed by this, which an
// index can answer.
const last = '\u{10FFFF}';

/**
 * The ids of rows whose searchable fields match a list's `custom` parameter; uses the index (tenant, key, value). `is true` keeps this from
 * becoming a join, for which the planner compares each row with each value of fields that have just been filled.
 */
export function matchesCustom(id: SQL, filter: string | undefined): SQL {
  const filters = filter ? readFilters(filter) : null;
  if (!filters) return sql`true`;
  return sql.join(
    filters.map(
      (each) =>
        sql`(${id} in (select v.row_id from custom_values v
          where v.tenant_id = (select app.tenant_id()) and v.key = ${each.key} and ${holds(each)})) is true`,
    ),
    sql` and `,
  );
}

function holds(filter: CustomFilter): SQL {
  switch (filter.how) {
    case 'any':
      return sql`v.value in (select app.custom_fold(w) from jsonb_array_elements_text(${JSON.stringify(filter.values)}::jsonb) w)`;
    case 'begins':
      return sql`v.value >= app.custom_fold(${filter.text}) and v.value < app.custom_fold(${filter.text}) || ${last}::text`;
    case 'days':
      return between(filter.from && sql`${filter.from}::text`, filter.to && sql`${filter.to}::text`);
    case 'numbers':
      return between(
        filter.from && sql`app.custom_number(${filter.from}::numeric)`,
        filter.to && sql`app.custom_number(${filter.to}::numeric)`,
      );
  }
}

function between(from: SQL | null | '', to: SQL | null | ''): SQL {
  const ends = [...(from ? [sql`v.value >= ${from}`] : []), ...(to ? [sql`v.value <= ${to}`] : [])];
  return ends.length === 0 ? sql`true` : sql.join(ends, sql` and `);
}
