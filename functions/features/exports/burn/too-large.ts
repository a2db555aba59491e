/** The most that an archive may unpack to while it is marked. */
export const maxUnpacked = 48 * 1024 * 1024;

/** The file is too large to mark in memory; it is refused, never delivered unmarked. */
export class TooLargeToMark extends Error {}
