// Apart from the contract, so that a page can use them without its schemas.
export const maxNameLength = 120;
export const maxDepartmentLength = 80;
export const maxPositionLength = 60;
export const maxReasonLength = 300;
export const maxHomePageLength = 300;
export const maxIdentityLength = 254;
export const maxIdentityRoles = 20;
export const maxGroupsOfOne = 200;
export const maxWindows = 20;

export const userSorts = ['name', 'email', 'created', 'signedIn', 'status', 'expires'] as const;
/** Ids that one call may name; a call with the list's filter can reach more. */
export const maxNamed = 500;
export const maxByFilter = 10_000;

/** Days in which a removed user can be restored. */
export const undoDays = 30;
/** Days within which a list shows a user as expiring. */
export const expiringDays = 30;

export const maxPictureBytes = 2_000_000;
export const minPictureSide = 32;
export const maxPictureSide = 4096;

/** A user and their administrators are notified this many days before the access expires. */
export const expiryNoticeDays = [7, 1] as const;
