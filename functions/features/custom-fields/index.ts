export { checkCustom, customCell } from './check-custom.ts';
export {
  defaultValues,
  fieldsOf,
  fieldsQuery,
  historyFieldsQuery,
  lacksRequired,
  livingValues,
  missingOwn,
  pastFieldsOf,
  shownValues,
} from './definitions.ts';
export { matchesCustom } from './filter-sql.ts';
export { unreviewed } from './review-values.ts';
