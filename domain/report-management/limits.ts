// Apart from the contract, so that a page can use them without its schemas.
export const maxTitleLength = 120;
export const maxDescriptionLength = 1000;
export const maxCatalogDescriptionLength = 600;
export const maxWorkspaceNameLength = 256;
export const maxUrlLength = 2000;
export const maxCoverBytes = 2 * 1024 * 1024;
/** A cover is shown small; anything larger per side only costs bandwidth. */
export const maxCoverSide = 6000;
export const minCoverSide = 64;
/** Reports published by one guarded write. */
export const maxPublished = 100;
export const maxChanged = 500;
export const managedSorts = ['position', 'title', 'added', 'data'] as const;
export const bulkActions = ['show', 'hide', 'move', 'verify', 'unverify', 'catalog', 'uncatalog', 'delete'] as const;
export const coverKinds = ['ridge', 'bars', 'dunes', 'contour', 'dots'] as const;
/** A file up to this size is sent to the service in one request; a larger one in parts, through a temporary upload. */
export const largestPart = 90 * 1024 * 1024;
export const partBytes = 32 * 1024 * 1024;
/** The service's own limit for a file by temporary upload. */
export const largestUpload = 10 * 1024 * 1024 * 1024;
/** The number of parts of a file. */
export const getParts = (bytes: number): number => (bytes <= largestPart ? 1 : Math.ceil(bytes / partBytes));
/** Titles that the notification of new reports names. */
export const titlesInNews = 3;
