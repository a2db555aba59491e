// BEHAVIOUR 14, user import. Apart from the contract, so that a page can know them without its schemas.
export const mostRows = 5_000;
export const largestFile = 10 * 1024 * 1024;
export const mostColumns = 100;
/** What a workbook may hold once it is unpacked: a file of 10 MB can say a thousand times as much. */
export const largestUnpacked = 32 * 1024 * 1024;
/** A cell is kept up to here: more than any field takes, so that the review still calls it too long. */
export const longestCell = 1_000;
/** Rows above the people in which the names of the columns may stand. */
export const mostLeadRows = 20;
export const batchRows = 500;
/** How long a batch may take before another run goes on with the import. */
export const leaseSeconds = 60;
/** Units that are offered to copy people from, and people of one on a page. */
export const mostUnits = 500;
export const peoplePerPage = 50;
/** Names of columns that are looked through for a file whose header is still to be chosen. */
export const mostRemembered = 5_000;
export const mostGroupsOfRow = 50;
export const longestFileName = 200;

export const rowViews = ['all', 'ready', 'problems', 'attention', 'warnings', 'removed', 'pending', 'failed', 'success'] as const;
export type RowView = (typeof rowViews)[number];

/** Why a file is not taken; each has a sentence in the texts (`userImport.refused.…`). */
export const fileFaults = [
  'type',
  'old_excel',
  'broken',
  'unpacked',
  'empty',
  'no_people',
  'too_many_rows',
  'too_wide',
  'quotes',
  'password',
  'sheet',
] as const;
export type FileFault = (typeof fileFaults)[number];

/** What may be wrong with a row, or is told of it; each has a sentence in the texts (`userImport.problem.…`). */
export const rowProblems = [
  'required',
  'invalid',
  'too_long',
  'formula',
  'email_domain',
  'email_repeated',
  'email_taken',
  'phone_short',
  'phone_repeated',
  'phone_taken',
  'profile_unknown',
  'language_unknown',
  'expires_invalid',
  'expires_past',
  'group_unknown',
  'group_new',
  'groups_too_many',
  'will_update',
  'user_limit_reached',
  'custom_too_small',
  'custom_too_large',
  'custom_decimals',
  'custom_pattern',
  'custom_not_an_option',
  'custom_retired',
] as const;
export type RowProblem = (typeof rowProblems)[number];
