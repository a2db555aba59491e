export { getOptions, optionsQuery } from './identity-options.ts';
export { refuseUnknownFields } from './known-fields.ts';
export { allowGrant } from './load-for-grant.ts';
export { keepModelRoles, modelQueries } from './model-roles.ts';
export { previewAs, previewQueries } from './preview-as.ts';
export { countColumns as sightCounts, lacksIdentity, source as sightSource } from './sight-rows.ts';
export {
  getRestriction,
  type RestrictionRow,
  restrictionColumns,
  shownIdentity,
  stillRestricted,
  stillRestrictedAs,
  withoutOwn,
} from './sql.ts';
