import * as z from 'zod/mini';
import { visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { id, instant, nameText, optionalText, text, version, writtenText } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import { buildRecord } from '../fields/fields.ts';
import { grantIdentity } from '../report-access/fields.ts';
import { profile } from '../session/contract.ts';
import { statuses } from '../users/person.ts';
import { memberEffects, reportEffects } from './effect.ts';
import { textNames, userGroupTexts } from './fields.ts';
import { maxAddresses, maxAtOnce, maxNameLength, maxReports, userGroupSorts, userGroupViews } from './limits.ts';

// User groups (Spec 2, group_users): their members, the reports they give, and the resulting access (BEHAVIOUR 15, row 8).

const screens = ['group_users'];
const root = '/api/auth/user-groups';
const search = z._default(z.string().check(z.trim(), z.maxLength(100, 'too_long')), '');
const ids = z.array(id).check(z.minLength(1, 'required'), z.maxLength(maxAtOnce, 'too_long'));
const filters = { search: listInput(userGroupSorts).search, view: z._default(z.enum(userGroupViews), 'all') };
const name = nameText(maxNameLength);
const texts = buildRecord(textNames, (text) => optionalText(userGroupTexts[text].max));
/** Of an edit: omitted means unchanged, empty means cleared. */
const changedTexts = buildRecord(textNames, (text) => z.optional(writtenText(userGroupTexts[text].max)));

const userGroupRow = z.object({
  id: z.string(),
  name: z.string(),
  ...buildRecord(textNames, () => z.string()),
  members: z.number(),
  /** Reports that it gives now. */
  reports: z.number(),
  deleted: z.boolean(),
  version: z.number(),
  createdAt: instant,
});
export type UserGroupRow = z.infer<typeof userGroupRow>;
const counts = z.object({ all: z.number(), empty: z.number(), deleted: z.number() });
export type UserGroupCounts = z.infer<typeof counts>;

export const listUserGroups = endpoint({
  method: 'GET',
  path: root,
  needs: 'userGroups.read',
  kinds: visits,
  screens,
  summary: 'Lists the user groups with their member and report counts.',
  input: z.strictObject({ ...listInput(userGroupSorts), view: filters.view }),
  output: z.object({ ...page(userGroupRow).shape, counts }),
});

export const exportUserGroups = endpoint({
  method: 'GET',
  path: `${root}/export`,
  needs: 'userGroups.read',
  kinds: visits,
  screens,
  summary: 'Exports the filtered groups as text rows; formula cells are prefixed.',
  input: z.strictObject({ ...filters, sort: listInput(userGroupSorts).sort, ...filePart }),
  output: tableFile,
});

export const addUserGroup = endpoint({
  method: 'POST',
  path: root,
  needs: 'userGroups.edit',
  kinds: visits,
  screens,
  summary: 'Adds a user group without members.',
  input: z.strictObject({ name, ...texts }),
  output: z.object({ id: z.string(), version: z.number() }),
  errors: ['name_taken'],
});

export const changeUserGroups = endpoint({
  method: 'POST',
  path: `${root}/bulk`,
  needs: 'userGroups.edit',
  kinds: visits,
  screens,
  summary: 'Deletes or restores several user groups, all or none; a deleted one gives no access and can be restored for 30 days.',
  input: z.strictObject({ action: z.enum(['delete', 'restore']), ids }),
  output: z.object({ changed: z.number() }),
  errors: ['not_found', 'name_taken'],
});

export const readUserGroup = endpoint({
  method: 'GET',
  path: `${root}/{id}`,
  needs: 'userGroups.read',
  kinds: visits,
  screens,
  summary: 'Returns one user group, and which access its members would lose if it were deleted.',
  input: z.strictObject({ id }),
  output: z.object({
    ...userGroupRow.shape,
    /** Members who would lose a report that they have through no other grant. */
    losing: z.number(),
    playlists: z.number(),
  }),
  errors: ['not_found'],
});

export const editUserGroup = endpoint({
  method: 'PUT',
  path: `${root}/{id}`,
  needs: 'userGroups.edit',
  kinds: visits,
  screens,
  summary: 'Updates the name and description of a user group at the given version.',
  input: z.strictObject({ id, version, name, ...changedTexts }),
  output: z.object({ id: z.string(), version: z.number() }),
  errors: ['not_found', 'name_taken', 'changed_meanwhile'],
});

export const duplicateUserGroup = endpoint({
  method: 'POST',
  path: `${root}/{id}/duplicate`,
  needs: 'userGroups.edit',
  kinds: visits,
  screens,
  summary: 'Duplicates a user group with its members and reports, RLS identities and expiry dates included.',
  input: z.strictObject({ id, name }),
  output: z.object({ id: z.string(), version: z.number() }),
  errors: ['not_found', 'name_taken'],
});

export const userGroupHistory = endpoint({
  method: 'GET',
  path: `${root}/{id}/history`,
  needs: 'userGroups.read',
  kinds: visits,
  screens,
  summary: 'Lists who changed the group, its members or its reports, and when, newest first.',
  input: z.strictObject({ id }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        at: instant,
        who: z.nullable(z.string()),
        what: z.string(),
        before: z.record(z.string(), z.unknown()),
        after: z.record(z.string(), z.unknown()),
        /** Names of the users or reports added or removed; at most twenty. */
        names: z.array(z.string()),
        count: z.nullable(z.number()),
      }),
    ),
  }),
  errors: ['not_found'],
});

const memberRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  status: z.enum(statuses),
  since: instant,
  effect: z.enum(memberEffects),
  given: z.number(),
  seen: z.number(),
  onlyHere: z.number(),
});
export type MemberRow = z.infer<typeof memberRow>;

export const listMembers = endpoint({
  method: 'GET',
  path: `${root}/{id}/members`,
  needs: 'userGroups.read',
  kinds: visits,
  screens,
  summary:
    'Lists the members of a user group with how many reports it gives each and how many of these they can open; decided by the same rule as viewing.',
  input: z.strictObject({ id, ...listInput(['name']) }),
  output: page(memberRow),
  errors: ['not_found'],
});

export const exportMembers = endpoint({
  method: 'GET',
  path: `${root}/{id}/members/export`,
  needs: 'userGroups.read',
  screens,
  summary: 'Exports the members as text rows; formula cells are prefixed.',
  input: z.strictObject({ id, search: filters.search, ...filePart }),
  output: tableFile,
  errors: ['not_found'],
});

export const findMembers = endpoint({
  method: 'GET',
  path: `${root}/{id}/members/choices`,
  needs: 'userGroups.read',
  kinds: visits,
  screens,
  summary:
    'Lists users who aren’t in the group, by prefix of a name or e-mail address, and the departments and groups to add members from.',
  input: z.strictObject({ id, q: search }),
  output: z.object({
    people: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })),
    departments: z.array(z.string()),
    groups: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  errors: ['not_found'],
});

const oneOf = (values: Record<string, unknown>) => Object.values(values).some((value) => value !== undefined);
export const addMembers = endpoint({
  method: 'POST',
  path: `${root}/{id}/members`,
  needs: 'userGroups.edit',
  kinds: visits,
  screens,
  summary: 'Adds members individually, by e-mail address or by a filter; returns addresses unknown in this tenant.',
  input: z
    .strictObject({
      id,
      people: z._default(z.array(id).check(z.maxLength(maxAtOnce, 'too_long')), []),
      addresses: z._default(
        z.array(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254, 'too_long'))).check(z.maxLength(maxAddresses, 'too_long')),
        [],
      ),
      filter: z.optional(
        z
          .strictObject({
            department: z.optional(text(80)),
            profile: z.optional(profile),
            group: z.optional(id),
            /** The users that this import added or updated. */
            userImport: z.optional(id),
          })
          .check(z.refine(oneOf, 'required')),
      ),
    })
    .check(
      z.refine(({ people, addresses, filter }) => people.length + addresses.length > 0 || filter !== undefined, {
        error: 'required',
        path: ['people'],
      }),
    ),
  output: z.object({
    added: z.number(),
    existing: z.number(),
    unknown: z.array(z.string()),
    /** Who was added, for undo; empty where one call can't remove that many. */
    ids: z.array(z.string()),
  }),
  errors: ['not_found'],
});

export const removeMembers = endpoint({
  method: 'POST',
  path: `${root}/{id}/members/remove`,
  needs: 'userGroups.edit',
  kinds: visits,
  screens,
  summary: 'Removes members, all or none; access they had only through the group ends with the next heartbeat.',
  input: z.strictObject({ id, ids }),
  output: z.object({ removed: z.number() }),
  errors: ['not_found'],
});

const givenReport = z.object({
  /** Of the grant. */
  id: z.string(),
  reportId: z.string(),
  title: z.string(),
  group: z.nullable(z.string()),
  subgroup: z.nullable(z.string()),
  identity: grantIdentity,
  filters: z.number(),
  validUntil: z.nullable(instant),
  effect: z.enum(reportEffects),
  members: z.number(),
  seeing: z.nullable(z.number()),
  unidentified: z.nullable(z.number()),
});
export type GivenReport = z.infer<typeof givenReport>;

export const listGivenReports = endpoint({
  method: 'GET',
  path: `${root}/{id}/reports`,
  needs: 'userGroups.read',
  kinds: visits,
  screens,
  summary: 'Lists the reports the group grants and which members can open each; decided by the same rule as viewing.',
  input: z.strictObject({ id, ...listInput(['name']) }),
  output: z.object({
    ...page(givenReport).shape,
    /** The sub-groups of the reports, with how many of their reports the group gives. */
    places: z.array(z.object({ id: z.string(), group: z.string(), name: z.nullable(z.string()), given: z.number(), of: z.number() })),
  }),
  errors: ['not_found'],
});

export const findReportsToGive = endpoint({
  method: 'GET',
  path: `${root}/{id}/reports/choices`,
  needs: 'grants.manage',
  kinds: visits,
  screens,
  summary: 'Lists reports the group doesn’t grant yet, and groups and sub-groups to grant as a whole, by prefixes of words.',
  input: z.strictObject({ id, q: search }),
  output: z.object({
    reports: z.array(z.object({ id: z.string(), title: z.string(), place: z.nullable(z.string()) })),
    places: z.array(z.object({ id: z.string(), name: z.string(), group: z.nullable(z.string()), reports: z.number() })),
  }),
  errors: ['not_found'],
});

export const giveReports = endpoint({
  method: 'POST',
  path: `${root}/{id}/reports`,
  needs: 'grants.manage',
  kinds: visits,
  screens,
  summary:
    'Grants reports, or all of a group or sub-group, to the members, each under their own RLS identity where the model needs one. ' +
    'All or none, by the rule of every grant.',
  input: z
    .strictObject({
      id,
      reports: z._default(z.array(id).check(z.maxLength(maxReports, 'too_long')), []),
      places: z._default(z.array(id).check(z.maxLength(maxReports, 'too_long')), []),
      confirmed: z._default(z.boolean(), false),
    })
    .check(
      z.refine(({ reports, places }) => reports.length + places.length > 0, {
        error: 'required',
        path: ['reports'],
      }),
    ),
  output: z.object({ added: z.number(), existing: z.number() }),
  errors: ['not_found', 'not_permitted', 'grant_identity_required', 'grant_confirmation_required', 'changed_meanwhile'],
});

export const takeReports = endpoint({
  method: 'POST',
  path: `${root}/{id}/reports/remove`,
  needs: 'grants.manage',
  kinds: visits,
  screens,
  summary: 'Removes grants of the user group, all or none.',
  input: z.strictObject({ id, ids }),
  output: z.object({ removed: z.number() }),
  errors: ['not_found', 'changed_meanwhile'],
});
