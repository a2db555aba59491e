import * as z from 'zod/mini';
import { viewing } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { changed, done, flag, id, nameText, version } from '../contract/fields.ts';
import { listViewLimits as limits } from './limits.ts';

// Saved views of a list: its filters and order as the address has them, and its columns.

const list = z.string().check(z.regex(/^[a-z][a-z-]{1,39}$/, 'invalid'));
const word = z.string().check(z.regex(/^[A-Za-z][\w-]{0,79}$/, 'invalid'));
const words = z.array(word).check(z.maxLength(limits.columns, 'too_long'));

const listColumns = z.strictObject({ order: words, hidden: words, compact: z._default(z.boolean(), false) });
export type ListColumns = z.infer<typeof listColumns>;

const listViewState = z.strictObject({
  // The parameters of the list's address: search, order, filters. The list decides which of them it knows when it reads them.
  words: z
    .record(word, z.string().check(z.maxLength(limits.value, 'too_long')))
    .check(z.refine((value) => Object.keys(value).length <= limits.words, 'too_long')),
  columns: z.nullable(listColumns),
});
export type ListViewState = z.infer<typeof listViewState>;

const listViewRow = z.object({
  id: z.string(),
  name: z.string(),
  shared: flag,
  mine: z.boolean(),
  owner: z.nullable(z.string()),
  state: listViewState,
  version: z.number(),
});

export const readListViews = endpoint({
  method: 'GET',
  path: '/api/auth/list-views',
  needs: 'listViews.keep',
  kinds: viewing,
  summary: 'Lists the saved views of a list, own and shared, and the columns the caller last chose for it.',
  input: z.strictObject({ list }),
  output: z.object({ items: z.array(listViewRow), columns: z.nullable(listColumns) }),
});

const fields = { name: nameText(limits.name), shared: z._default(flag, 'N') };

export const addListView = endpoint({
  method: 'POST',
  path: '/api/auth/list-views',
  needs: 'listViews.keep',
  kinds: viewing,
  summary: 'Saves the current state of a list as a view; only administrators can share one.',
  input: z.strictObject({ list, ...fields, state: listViewState }),
  output: z.object({ id: z.string(), version: z.number() }),
  errors: ['name_taken', 'list_view_limit', 'not_permitted'],
});

export const editListView = endpoint({
  method: 'PUT',
  path: '/api/auth/list-views/{id}',
  needs: 'listViews.keep',
  kinds: viewing,
  summary: 'Renames, shares or updates a view at the given version; any administrator can update a shared one.',
  input: z.strictObject({ id, version, ...changed(fields), state: z.optional(listViewState) }),
  output: z.object({ version: z.number() }),
  errors: ['name_taken', 'not_permitted', 'not_found', 'changed_meanwhile'],
});

export const removeListView = endpoint({
  method: 'DELETE',
  path: '/api/auth/list-views/{id}',
  needs: 'listViews.keep',
  kinds: viewing,
  summary: 'Deletes the caller’s own view, or any shared one as an administrator.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found'],
});

export const chooseColumns = endpoint({
  method: 'PUT',
  path: '/api/auth/list-views/columns',
  needs: 'listViews.keep',
  kinds: viewing,
  summary: 'Saves which columns of a list the caller sees and in what order; null resets to the default.',
  input: z.strictObject({ list, columns: z.nullable(listColumns) }),
  output: done,
});
