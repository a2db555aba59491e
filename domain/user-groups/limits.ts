// Apart from the contract, so that a page can know them without its schemas.
export const maxNameLength = 80;
export const maxDescriptionLength = 300;
export const mostAtOnce = 500;
/** People that one call may add by their addresses. */
export const mostAddresses = 500;
/** People that one call may add by a filter. */
export const mostByFilter = 10_000;
/** Reports that one call may give. */
export const mostReports = 200;
/** In a larger group nobody is asked one by one whether he sees a report. */
export const mostAsked = 500;

export const userGroupSorts = ['name', 'members', 'created'] as const;
export const userGroupViews = ['all', 'empty', 'deleted'] as const;
export type UserGroupView = (typeof userGroupViews)[number];
