export { optionsOf, optionsQuery } from './identity-options.ts';
export { refuseUnknownFields } from './known-fields.ts';
export { allowGrant } from './load-for-grant.ts';
export { keepModelRoles, modelQueries } from './model-roles.ts';
export { previewAs, previewQueries } from './preview-as.ts';
export { countColumns as sightCounts, lacksIdentity, source as sightSource } from './sight-rows.ts';
export {
  type RestrictionRow,
  restrictionColumns,
  restrictionOf,
  shownIdentity,
  stillRestricted,
  stillRestrictedAs,
  withoutOwn,
} from './sql.ts';
