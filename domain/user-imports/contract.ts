import * as z from 'zod/mini';
import { visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { changed, day, done, id, instant, nothing, queryInt, whole } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import { language, profile } from '../session/contract.ts';
import {
  importSorts,
  largestFile,
  longestCell,
  longestFileName,
  maxColumns,
  maxGroupsOfRow,
  maxLeadRows,
  maxRows,
  rowProblems,
  rowViews,
} from './limits.ts';

// Importing users from a file or from another unit (BEHAVIOUR 14, user import): upload, map columns, review data, validate and import. The
// rows are kept on the server, so that the run continues after the tab is closed.

const screens = ['user', 'partners'];
const needs = 'users.import';
const errors = ['not_found', 'changed_meanwhile'] as const;

const importState = z.enum(['mapping', 'review', 'running', 'done', 'cancelled']);
export type ImportState = z.infer<typeof importState>;
const rowState = z.enum(['pending', 'failed', 'success']);
export type RowState = z.infer<typeof rowState>;

const problem = z.object({
  field: z.string(),
  code: z.enum(rowProblems),
  vars: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
});

/** Values for all rows where the file has none; a day is `2026-12-31`. */
const fixedValues = z.strictObject({
  profile: z.optional(profile),
  language: z.optional(language),
  expiresAt: z.optional(day),
  groups: z._default(
    z
      .array(z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(120, 'too_long')))
      .check(z.maxLength(maxGroupsOfRow, 'too_long')),
    [],
  ),
});
export type FixedValues = z.infer<typeof fixedValues>;

const choices = z.strictObject({
  /** An existing user with the same e-mail is updated instead of refused. */
  update: z._default(z.boolean(), false),
  /** Groups in the file that don't exist in the unit are created. */
  makeGroups: z._default(z.boolean(), false),
  /** New users get the mail with the link to set a password. */
  invite: z._default(z.boolean(), true),
});
export type Choices = z.infer<typeof choices>;

const counts = z.object({
  read: z.number(),
  ready: z.number(),
  problems: z.number(),
  warnings: z.number(),
  removed: z.number(),
  pending: z.number(),
  success: z.number(),
  failed: z.number(),
  /** Of the rows that are ready: users to add, and users to update. */
  added: z.number(),
  updated: z.number(),
});
export type ImportCounts = z.infer<typeof counts>;

const userImportRow = z.object({
  id: z.string(),
  source: z.enum(['file', 'unit']),
  /** The file's name, or the unit's. */
  name: z.string(),
  sheet: z.nullable(z.string()),
  state: importState,
  total: z.number(),
  succeeded: z.number(),
  failed: z.number(),
  addedBy: z.nullable(z.string()),
  mine: z.boolean(),
  createdAt: instant,
  startedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
});
export type UserImportRow = z.infer<typeof userImportRow>;

const wholeImport = z.object({
  ...userImportRow.shape,
  sheets: z.array(z.string()),
  headerRow: z.number(),
  headers: z.array(z.string()),
  mapping: z.array(z.nullable(z.string())),
  choices,
  fixed: fixedValues,
  counts,
  /** How many users may still be added, null without a limit; and how many rows are beyond it. */
  seats: z.object({ left: z.nullable(z.number()), over: z.number() }),
  /** How many rows create administrators, and the first of these rows. */
  administrators: z.object({ count: z.number(), rows: z.array(z.object({ n: z.number(), name: z.string() })) }),
  newGroups: z.array(z.string()),
  /** Custom fields that a column may fill. */
  custom: z.array(z.object({ key: z.string(), label: z.string(), required: z.boolean(), pattern: z.optional(z.string()) })),
  groups: z.array(z.string()),
  profiles: z.array(profile),
  /** The first rows as uploaded, to choose the header among them. */
  lead: z.array(z.object({ n: z.number(), cells: z.array(z.string()) })),
  /** A few values of each column below the header. */
  samples: z.array(z.array(z.string())),
  /** The same file, imported before. */
  before: z.nullable(z.object({ id: z.string(), endedAt: instant, succeeded: z.number() })),
  version: z.number(),
});

const importRow = z.object({
  n: z.number(),
  /** By target: the text of the cell that fills it. */
  values: z.record(z.string(), z.string()),
  problems: z.array(problem),
  notes: z.array(problem),
  state: rowState,
  removed: z.boolean(),
  userId: z.nullable(z.string()),
});
export type ImportRow = z.infer<typeof importRow>;

export const listUserImports = endpoint({
  method: 'GET',
  path: '/api/auth/user-imports',
  needs,
  kinds: visits,
  screens,
  summary: 'Lists the tenant’s user imports, newest first: drafts, running and finished ones.',
  input: z.strictObject(listInput(importSorts)),
  output: page(userImportRow),
});

export const exportUserImports = endpoint({
  method: 'GET',
  path: '/api/auth/user-imports/export',
  needs,
  screens,
  summary: 'Exports the same list as text rows.',
  input: z.strictObject({ search: listInput(importSorts).search, sort: listInput(importSorts).sort, ...filePart }),
  output: tableFile,
});

export const importTemplate = endpoint({
  method: 'GET',
  path: '/api/auth/user-imports/template',
  needs,
  kinds: visits,
  screens,
  summary: 'Returns an empty import file with this tenant’s columns and custom fields, base64.',
  input: z.strictObject({ format: z.enum(['csv', 'xlsx']) }),
  output: z.object({ filename: z.string(), type: z.string(), base64: z.string() }),
});

export const uploadUserFile = endpoint({
  method: 'PUT',
  path: '/api/auth/user-imports/file',
  needs,
  kinds: visits,
  screens,
  summary:
    `Reads a CSV or XLSX file of at most ${maxRows} users and stores its rows without adding anyone. Uploading the same file ` +
    'again returns its draft or run.',
  file: true,
  maxBytes: largestFile,
  input: z.strictObject({
    name: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(longestFileName, 'too_long')),
    /** One sheet of a workbook; by default the first that isn't empty. */
    sheet: z.optional(z.string().check(z.maxLength(100, 'too_long'))),
    /** A draft that this file replaces. */
    replaces: z.optional(id),
  }),
  output: z.object({ id: z.string(), state: importState }),
  errors: ['import_file_refused', 'body_too_large'],
});

export const importUnits = endpoint({
  method: 'GET',
  path: '/api/auth/user-imports/units',
  needs,
  screens,
  summary: 'Lists the units the caller may copy users from: their own, or those of the partner (Spec 6; only where user_import allows it).',
  input: nothing,
  output: z.object({ allowed: z.boolean(), units: z.array(z.object({ id: z.string(), name: z.string(), people: z.number() })) }),
});

export const importUnitPeople = endpoint({
  method: 'GET',
  path: '/api/auth/user-imports/units/{unit}/people',
  needs,
  screens,
  summary: 'Lists the active users of such a unit, by prefix of a word of the name or of the e-mail address.',
  input: z.strictObject({
    unit: id,
    search: z._default(z.string().check(z.trim(), z.maxLength(100, 'too_long')), ''),
    cursor: z.optional(z.string().check(z.maxLength(400, 'too_long'))),
  }),
  output: z.object({
    items: z.array(
      z.object({ id: z.string(), name: z.string(), email: z.string(), department: z.nullable(z.string()), here: z.boolean() }),
    ),
    next: z.nullable(z.string()),
  }),
  errors: ['not_found', 'function_disabled'],
});

export const importFromUnit = endpoint({
  method: 'POST',
  path: '/api/auth/user-imports/units/{unit}',
  needs,
  screens,
  summary:
    'Copies name, e-mail, phone, department, position and language of another unit’s users into a draft; they are invited to this unit separately.',
  input: z.strictObject({
    unit: id,
    /** These users, or all of the search. */
    ids: z.optional(z.array(id).check(z.minLength(1, 'required'), z.maxLength(maxRows, 'too_long'))),
    search: z._default(z.string().check(z.trim(), z.maxLength(100, 'too_long')), ''),
  }),
  maxBytes: 512 * 1024,
  output: z.object({ id: z.string(), people: z.number() }),
  errors: ['not_found', 'function_disabled', 'import_too_many'],
});

export const readUserImport = endpoint({
  method: 'GET',
  path: '/api/auth/user-imports/{id}',
  needs,
  kinds: visits,
  screens,
  summary: 'Returns one import with its columns, options, totals and progress.',
  input: z.strictObject({ id }),
  output: wholeImport,
  errors: ['not_found'],
});

export const chooseHeader = endpoint({
  method: 'PUT',
  path: '/api/auth/user-imports/{id}/header',
  needs,
  kinds: visits,
  screens,
  summary: 'Sets which row holds the column names; the columns are matched again.',
  input: z.strictObject({ id, row: whole(1, maxRows + maxLeadRows) }),
  output: done,
  errors: [...errors, 'import_file_refused'],
});

export const mapColumns = endpoint({
  method: 'PUT',
  path: '/api/auth/user-imports/{id}/mapping',
  needs,
  kinds: visits,
  screens,
  summary: 'Sets what each column fills and the options for all rows, and validates every row. The unit remembers the columns.',
  input: z.strictObject({
    id,
    mapping: z
      .array(z.nullable(z.string().check(z.regex(/^[a-zA-Z]{1,20}$|^cf_[a-z0-9_]{1,60}$/, 'invalid'))))
      .check(z.maxLength(maxColumns, 'too_long')),
    choices: z.strictObject(changed(choices.shape)),
    fixed: fixedValues,
  }),
  output: z.object({ status: z.literal('ok'), counts }),
  errors: [...errors, 'import_mapping', 'import_group_unknown', 'gives_more'],
});

export const listImportRows = endpoint({
  method: 'GET',
  path: '/api/auth/user-imports/{id}/rows',
  needs,
  kinds: visits,
  screens,
  summary: 'Lists the rows of an import in file order, by kind and search.',
  input: z.strictObject({
    id,
    view: z._default(z.enum(rowViews), 'all'),
    search: z._default(z.string().check(z.trim(), z.maxLength(100, 'too_long')), ''),
    page: z.optional(queryInt(1, maxRows)),
    size: z.optional(queryInt(1, 100)),
  }),
  output: page(importRow),
  errors: ['not_found'],
});

export const editImportRow = endpoint({
  method: 'PUT',
  path: '/api/auth/user-imports/{id}/rows/{n}',
  needs,
  kinds: visits,
  screens,
  summary: 'Corrects cells of one row and validates it again, with the rows that shared its e-mail address or phone number.',
  input: z.strictObject({
    id,
    n: queryInt(1, 100_000_000),
    values: z.record(z.string().check(z.maxLength(64, 'too_long')), z.string().check(z.maxLength(longestCell, 'too_long'))),
  }),
  output: z.object({ row: importRow, counts }),
  errors: [...errors, 'import_no_column'],
});

export const removeImportRows = endpoint({
  method: 'POST',
  path: '/api/auth/user-imports/{id}/rows/remove',
  needs,
  kinds: visits,
  screens,
  summary: 'Excludes rows from an import, by number or all with a problem, or includes them again.',
  input: z.strictObject({
    id,
    rows: z._default(z.array(whole(1, 100_000_000)).check(z.maxLength(maxRows, 'too_long')), []),
    problems: z._default(z.boolean(), false),
    removed: z._default(z.boolean(), true),
  }),
  output: z.object({ changed: z.array(z.number()), counts }),
  errors,
});

export const startUserImport = endpoint({
  method: 'POST',
  path: '/api/auth/user-imports/{id}/start',
  needs,
  kinds: visits,
  screens,
  summary: 'Validates every row again and starts the import; with `ignore`, rows with problems fail and the others are added.',
  input: z.strictObject({ id, ignore: z._default(z.boolean(), false) }),
  output: z.object({ status: z.literal('ok'), rows: z.number() }),
  errors: [...errors, 'import_rows_invalid', 'import_no_rows', 'gives_more'],
});

export const cancelUserImport = endpoint({
  method: 'POST',
  path: '/api/auth/user-imports/{id}/cancel',
  needs,
  kinds: visits,
  screens,
  summary: 'Stops a run after the current batch; users already added stay.',
  input: z.strictObject({ id }),
  output: done,
  errors,
});

export const reopenUserImport = endpoint({
  method: 'POST',
  path: '/api/auth/user-imports/{id}/reopen',
  needs,
  kinds: visits,
  screens,
  summary: 'Reopens a finished import for review: rows that failed can be corrected and tried again.',
  input: z.strictObject({ id }),
  output: done,
  errors,
});

export const removeUserImport = endpoint({
  method: 'DELETE',
  path: '/api/auth/user-imports/{id}',
  needs,
  kinds: visits,
  screens,
  summary: 'Deletes an import and its rows; the users it added stay.',
  input: z.strictObject({ id }),
  output: done,
  errors,
});

export const importResult = endpoint({
  method: 'GET',
  path: '/api/auth/user-imports/{id}/result',
  needs,
  kinds: visits,
  screens,
  summary: 'Exports the original rows with the result and reason of each, as CSV; formula cells are prefixed.',
  input: z.strictObject({ id, only: z._default(z.enum(['all', 'problems']), 'all') }),
  output: z.object({ filename: z.string(), csv: z.string(), rows: z.number() }),
  errors: ['not_found'],
});
