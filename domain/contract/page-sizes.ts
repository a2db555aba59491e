/** The rows a page of a list may have, to choose from. */
export const pageSizes = [10, 25, 50, 100] as const;
