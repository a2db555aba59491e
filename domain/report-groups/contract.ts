import * as z from 'zod/mini';
import { visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { done, id, instant, nameText, optionalText, version, writtenText } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import { buildRecord } from '../fields/fields.ts';
import { type GroupField, groupTexts, textNames } from './fields.ts';
import { groupSorts, maxNameLength } from './limits.ts';

// Groups and sub-groups of reports (Spec 1, 2). Both have the same shape on the wire; a sub-group has a `groupId`.

const audience = z.enum(['everyone', 'chosen']);
const visibility = z.enum(['visible', 'hidden', 'deleted']);

const groupRow = z.object({
  id: z.string(),
  groupId: z.nullable(z.string()),
  groupName: z.nullable(z.string()),
  name: z.string(),
  ...buildRecord(textNames, () => z.string()),
  hue: z.number(),
  position: z.number(),
  visibility,
  audience,
  people: z.number(),
  reports: z.number(),
  subgroups: z.array(z.string()),
  version: z.number(),
  createdAt: instant,
});
export type GroupRow = z.infer<typeof groupRow>;

/** How many rows each view of the list shows under the same search and group. */
const groupCounts = z.object({ all: z.number(), visible: z.number(), hidden: z.number(), empty: z.number(), deleted: z.number() });
export type GroupCounts = z.infer<typeof groupCounts>;

const kind = z.enum(['groups', 'subgroups']);
const viewers = z.array(id).check(z.maxLength(500, 'too_long'));
const added = {
  name: nameText(maxNameLength),
  ...buildRecord(textNames, (name) => optionalText(groupTexts[name].max)),
  audience: z._default(audience, 'everyone'),
  viewers: z._default(viewers, []),
  groupId: z.optional(z.nullable(id)),
} satisfies Record<GroupField, unknown>;
// Fields an edit leaves out stay unchanged; an empty text or list clears them.
const edited = {
  name: added.name,
  ...buildRecord(textNames, (name) => z.optional(writtenText(groupTexts[name].max))),
  audience: z.optional(audience),
  viewers: z.optional(viewers),
  groupId: added.groupId,
} satisfies Record<GroupField, unknown>;

const filters = { visibility: z.optional(visibility), group: z.optional(id), empty: z.optional(z.literal('1')) };

export const listGroups = endpoint({
  method: 'GET',
  path: '/api/auth/{kind}',
  needs: 'groups.read',
  kinds: visits,
  screens: ['reports'],
  summary: 'Lists groups or sub-groups as an administrator sees them, with hidden ones.',
  input: z.strictObject({ kind, ...listInput(groupSorts), ...filters }),
  output: z.object({ ...page(groupRow).shape, counts: groupCounts }),
});

export const exportGroups = endpoint({
  method: 'GET',
  path: '/api/auth/{kind}/export',
  needs: 'groups.read',
  kinds: visits,
  screens: ['reports'],
  summary: 'Exports the same list as text rows for a CSV file; formula cells are prefixed.',
  input: z.strictObject({ kind, search: listInput(groupSorts).search, sort: listInput(groupSorts).sort, ...filters, ...filePart }),
  output: tableFile,
});

export const readGroup = endpoint({
  method: 'GET',
  path: '/api/auth/{kind}/{id}',
  needs: 'groups.read',
  kinds: visits,
  screens: ['reports'],
  summary: 'Returns one group or sub-group with its audience, its contents and what deleting it would remove.',
  input: z.strictObject({ kind, id }),
  output: z.object({
    ...groupRow.shape,
    viewers: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })),
    favorites: z.number(),
    reportTitles: z.array(z.string()),
  }),
  errors: ['group_not_found'],
});

export const addGroup = endpoint({
  method: 'POST',
  path: '/api/auth/{kind}',
  needs: 'groups.edit',
  kinds: visits,
  screens: ['reports'],
  summary: 'Adds a group, or a sub-group of `groupId`, at the end of the order.',
  input: z.strictObject({ kind, ...added }),
  output: z.object({ id: z.string(), version: z.number(), people: z.number() }),
  errors: ['name_taken', 'group_not_found', 'not_found', 'changed_meanwhile'],
});

export const editGroup = endpoint({
  method: 'PUT',
  path: '/api/auth/{kind}/{id}',
  needs: 'groups.edit',
  kinds: visits,
  screens: ['reports'],
  summary:
    'Updates a group or sub-group at the given version; a stale version is refused with changed_meanwhile. Omitted fields are left unchanged.',
  input: z.strictObject({ kind, id, version, ...edited }),
  output: z.object({ id: z.string(), version: z.number(), people: z.number() }),
  errors: ['name_taken', 'group_not_found', 'changed_meanwhile'],
});

export const orderGroups = endpoint({
  method: 'PUT',
  path: '/api/auth/{kind}/order',
  needs: 'groups.edit',
  kinds: visits,
  screens: ['reports'],
  summary:
    'Reorders the groups, or the sub-groups of `groupId`; the list must be complete. With `partial`, those given swap places, others stay.',
  input: z.strictObject({
    kind,
    groupId: z.optional(id),
    ids: z.array(id).check(z.minLength(1, 'required'), z.maxLength(1000, 'too_long')),
    partial: z.optional(z.boolean()),
  }),
  output: done,
  errors: ['changed_meanwhile'],
});

export const changeGroups = endpoint({
  method: 'POST',
  path: '/api/auth/{kind}/bulk',
  needs: 'groups.edit',
  kinds: visits,
  screens: ['reports'],
  summary: 'Shows, hides, deletes or restores several groups; returns how many changed.',
  input: z.strictObject({
    kind,
    action: z.enum(['show', 'hide', 'delete', 'restore']),
    ids: z.array(id).check(z.minLength(1, 'required'), z.maxLength(500, 'too_long')),
  }),
  output: z.object({ changed: z.number() }),
  errors: ['group_not_found', 'name_taken'],
});

export const groupHistory = endpoint({
  method: 'GET',
  path: '/api/auth/{kind}/{id}/history',
  needs: 'groups.read',
  kinds: visits,
  screens: ['reports'],
  summary: 'Lists who changed this group or sub-group, when, and the previous values.',
  input: z.strictObject({ kind, id }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        at: instant,
        who: z.nullable(z.string()),
        what: z.string(),
        before: z.record(z.string(), z.unknown()),
        after: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
  errors: ['group_not_found'],
});

export const findViewers = endpoint({
  method: 'GET',
  path: '/api/auth/viewers',
  needs: 'groups.edit',
  kinds: visits,
  screens: ['reports'],
  summary: 'Lists users of this tenant for the audience picker, by prefix of a name or e-mail address.',
  input: z.strictObject({ q: z._default(z.string().check(z.trim(), z.maxLength(100, 'too_long')), '') }),
  output: z.object({ people: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })) }),
});
