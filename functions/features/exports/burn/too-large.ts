/** What an archive may unpack to while it is marked. */
export const mostUnpacked = 48 * 1024 * 1024;

/** A file that would not fit into memory while it is marked; it is refused, never handed out without its mark. */
export class TooLargeToMark extends Error {}
