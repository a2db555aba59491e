// Apart from the contract, so that a page can use them without its schemas.
export const maxRoles = 50;
export const maxRoleLength = 100;
export const maxUsernameLength = 254;
export const maxFilters = 20;
export const maxNoteLength = 500;
/** Characters of the title that a copy takes over from the report service. */
export const maxCopyTitle = 200;
export const maxSubjects = 200;
export const maxRemoved = 500;
/** Suggestions for "valid until", in days (BEHAVIOUR 5). */
export const validityDays = [30, 90, 365] as const;

/** How the reports of one user are ordered. */
export const seenSorts = ['title', 'until'] as const;
export const grantSorts = ['created', 'ends'] as const;
export const subjectKinds = ['everyone', 'user', 'group'] as const;
export type SubjectKind = (typeof subjectKinds)[number];
export const sources = ['manual', 'publish', 'catalog', 'group'] as const;
export type Source = (typeof sources)[number];
/** Which users of a tenant the list of who sees a report shows. */
export const sightViews = ['seeing', 'unidentified', 'unseeing'] as const;
export type SightView = (typeof sightViews)[number];
