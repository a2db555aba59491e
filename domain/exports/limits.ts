/** Concurrent exports of one account of the report service; the others wait in line. */
export const runningPerAccount = 5;
/** Exports of one user that may be running or in line. */
export const activePerPerson = 20;
/** What the service takes in one export (REPORT_SERVICE 1.2). */
export const maxPages = 50;
/** How often an export is started while the service says that it is too busy. */
export const maxAttempts = 3;
/** Consecutive calls without a usable answer before an export is given up. */
export const maxMisses = 5;
/** Counted from the first start; an export that takes longer is stuck. */
export const longestRunMinutes = 20;
/** Including the time in line and at the service. */
export const longestWaitMinutes = 60;
export const fileHours = 24;
/** How long a file can be reused for the next request with the same content. */
export const sharedMinutes = 60;

const mega = 1024 * 1024;
export const largestFile = 250 * mega;
/** Larger files are mailed as a link only. */
export const largestAttachment = 25 * mega;
/** Watermarking page by page needs memory for several copies of a file. */
export const largestToMark = 15 * mega;
/** Pixels of one watermarked picture: four bytes each, twice. */
export const maxPixelsToMark = 8_000_000;
/** How long a step in each state may take before another takes over. */
export const leaseMinutes = { running: 2, finishing: 6 } as const;
/** A message may arrive this much early, because the clocks of database and queue differ. */
export const earlySeconds = 1;
/** A file's name, without its extension. */
export const longestFileName = 80;
