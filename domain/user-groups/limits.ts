// Apart from the contract, so that a page can use them without its schemas.
export const maxNameLength = 80;
export const mostAtOnce = 500;
/** People that one call may add by their addresses. */
export const mostAddresses = 500;
/** People that one call may add by a filter. */
export const mostByFilter = 10_000;
/** Reports that one call may give. */
export const mostReports = 200;
/** In a larger group, whether each member sees a report isn't checked. */
export const mostAsked = 500;

export const userGroupSorts = ['name', 'members', 'created'] as const;
export const userGroupViews = ['all', 'empty', 'deleted'] as const;
export type UserGroupView = (typeof userGroupViews)[number];
