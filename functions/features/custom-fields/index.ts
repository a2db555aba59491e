export { checkCustom, customCell } from './check-custom.ts';
export {
  defaultValues,
  fieldsQuery,
  getFields,
  getPastFields,
  historyFieldsQuery,
  lacksRequired,
  livingValues,
  missingOwn,
  shownValues,
} from './definitions.ts';
export { matchesCustom } from './filter-sql.ts';
export { unreviewed } from './review-values.ts';
