// BEHAVIOUR 14, user import. Apart from the contract, so that a page can use them without its schemas.
export const maxRows = 5_000;
export const largestFile = 10 * 1024 * 1024;
export const maxColumns = 100;
/** The largest unpacked workbook: a file of 10 MB can expand a thousandfold. */
export const largestUnpacked = 32 * 1024 * 1024;
/** Cells are stored up to this length: more than any field takes, so that the review still reports them as too long. */
export const longestCell = 1_000;
/** Rows at the top among which the header may be. */
export const maxLeadRows = 20;
export const batchRows = 500;
/** How long a batch may take before another run takes over the import. */
export const leaseSeconds = 60;
/** Units offered to copy users from, and users of one on a page. */
export const maxUnits = 500;
export const peoplePerPage = 50;
/** Headings that are looked up for a file whose header is still to be chosen. */
export const maxRemembered = 5_000;
export const maxGroupsOfRow = 50;
export const longestFileName = 200;

export const rowViews = ['all', 'ready', 'problems', 'attention', 'warnings', 'removed', 'pending', 'failed', 'success'] as const;
export type RowView = (typeof rowViews)[number];

/** Why a file is refused; each has a sentence in the texts (`userImport.refused.…`). */
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

/** Problems and notes of a row; each has a sentence in the texts (`userImport.problem.…`). */
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

/** How the list of earlier imports is ordered. */
export const importSorts = ['created', 'name'] as const;
