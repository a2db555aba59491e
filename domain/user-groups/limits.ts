// Apart from the contract, so that a page can use them without its schemas.
export const maxNameLength = 80;
export const maxAtOnce = 500;
/** People that one call may add by their addresses. */
export const maxAddresses = 500;
/** People that one call may add by a filter. */
export const maxByFilter = 10_000;
/** Reports that one call may give. */
export const maxReports = 200;
/** In a larger group, whether each member sees a report isn't checked. */
export const maxAsked = 500;

export const userGroupSorts = ['name', 'members', 'created'] as const;
export const userGroupViews = ['all', 'empty', 'deleted'] as const;
export type UserGroupView = (typeof userGroupViews)[number];
