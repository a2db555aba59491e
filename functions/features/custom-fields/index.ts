export { checkCustom, customCell } from './check-custom.ts';
export {
  defaultValues,
  fieldsOf,
  fieldsQuery,
  lacksRequired,
  livingValues,
  missingOwn,
  pastFieldsOf,
  pastFieldsQuery,
  shownValues,
} from './definitions.ts';
export { matchesCustom } from './filter-sql.ts';
