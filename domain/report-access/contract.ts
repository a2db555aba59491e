import * as z from 'zod/mini';
import { viewing, visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { changed, flag, id, instant, text, version } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import { embedded } from '../reports/contract.ts';
import { reportFilter } from '../reports/filters.ts';
import { grantedReport, grantFields, grantIdentity, grantSubject, identityOptions, subjectFound, subjectShown } from './fields.ts';
import { grantSorts, maxRemoved, maxSubjects, seenSorts, sightViews, sources, subjectKinds } from './limits.ts';
import { sightReasons } from './sight.ts';

// Who may see a report and under which identity (Spec 1, 6; BEHAVIOUR 5 and 15), and editing it in place.

const screens = ['management/report', 'management/view', 'report/a2m'];
const search = z._default(z.string().check(z.trim(), z.maxLength(100, 'too_long')), '');

export const readAccess = endpoint({
  method: 'GET',
  path: '/api/auth/reports/{id}/access',
  needs: 'grants.manage',
  kinds: visits,
  screens,
  summary: 'Returns what a grant to this report needs: the RLS requirements of its model, its place, and the roles in use.',
  input: z.strictObject({ id }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    kind: z.enum(['powerbi', 'external']),
    hidden: z.boolean(),
    ...grantedReport,
    ignoreRlsRole: z.nullable(z.string()),
    mayRelease: z.boolean(),
    /** The group and sub-group limit every grant to the people who see them. */
    audience: z.array(
      z.object({
        name: z.string(),
        hidden: z.boolean(),
        audience: z.enum(['everyone', 'chosen']),
        people: z.number(),
        deleted: z.boolean(),
      }),
    ),
    options: identityOptions,
    /** When the service last listed the model's roles; null where it never did. */
    rolesAt: z.nullable(instant),
    counts: z.object({ grants: z.number(), seeing: z.number(), unidentified: z.number(), unseeing: z.number() }),
  }),
  errors: ['not_found'],
});

const grantRow = z.object({
  id: z.string(),
  subject: subjectShown,
  source: z.enum(sources),
  identity: grantIdentity,
  filters: z.array(reportFilter),
  validUntil: z.nullable(instant),
  ended: z.boolean(),
  by: z.nullable(z.string()),
  note: z.string(),
  /** How many users the grant covers: one, the members of the group, or everyone. */
  people: z.number(),
  version: z.number(),
  createdAt: instant,
});
export type GrantRow = z.infer<typeof grantRow>;

export const listGrants = endpoint({
  method: 'GET',
  path: '/api/auth/reports/{id}/grants',
  needs: 'grants.manage',
  kinds: visits,
  screens,
  summary: 'Lists the grants of a report: grantee, RLS identity, expiry, source and who gave it.',
  input: z.strictObject({ id, ...listInput(grantSorts), kind: z.optional(z.enum(subjectKinds)) }),
  output: page(grantRow),
  errors: ['not_found'],
});

export const exportGrants = endpoint({
  method: 'GET',
  path: '/api/auth/reports/{id}/grants/export',
  needs: 'grants.manage',
  screens,
  summary: 'Exports the grants of a report for a CSV file; formula cells are prefixed.',
  input: z.strictObject({ id, search: listInput(grantSorts).search, kind: z.optional(z.enum(subjectKinds)), ...filePart }),
  output: tableFile,
  errors: ['not_found'],
});

const refusals = [
  'not_found',
  'not_permitted',
  'grant_identity_required',
  'grant_roles_required',
  'grant_identity_unused',
  'grant_confirmation_required',
] as const;

export const addGrants = endpoint({
  method: 'POST',
  path: '/api/auth/reports/{id}/grants',
  needs: 'grants.manage',
  kinds: visits,
  screens,
  summary: 'Grants a report to users, user groups or everyone; an active grant of the same grantee is left unchanged.',
  input: z.strictObject({
    id,
    subjects: z.array(grantSubject).check(z.minLength(1, 'required'), z.maxLength(maxSubjects, 'too_long')),
    ...grantFields,
  }),
  output: z.object({ added: z.number(), existing: z.number() }),
  errors: refusals,
});

export const editGrant = endpoint({
  method: 'PUT',
  path: '/api/auth/reports/{id}/grants/{grantId}',
  needs: 'grants.manage',
  kinds: visits,
  screens,
  summary: 'Updates a grant at the given version: RLS identity, filters and expiry.',
  input: z.strictObject({ id, grantId: id, version, ...changed(grantFields), confirmed: grantFields.confirmed }),
  output: z.object({ id: z.string(), version: z.number() }),
  errors: [...refusals, 'changed_meanwhile'],
});

export const removeGrants = endpoint({
  method: 'POST',
  path: '/api/auth/reports/{id}/grants/remove',
  needs: 'grants.manage',
  kinds: visits,
  screens,
  summary: 'Removes grants, all or none; open views end with the next heartbeat.',
  input: z.strictObject({ id, ids: z.array(id).check(z.minLength(1, 'required'), z.maxLength(maxRemoved, 'too_long')) }),
  output: z.object({ removed: z.number() }),
  errors: ['not_found'],
});

export const findSubjects = endpoint({
  method: 'GET',
  path: '/api/auth/grant-subjects',
  needs: 'grants.manage',
  kinds: visits,
  screens: [...screens, 'catalogs'],
  summary: 'Lists users and user groups to grant access to, by prefix of a name or e-mail address; or any user, to explain their access.',
  /** `anyone` leaves out groups and includes users who may not sign in. */
  input: z.strictObject({ q: search, who: z._default(z.enum(['grantable', 'anyone']), 'grantable') }),
  output: z.object({ subjects: z.array(subjectFound) }),
});

const sightRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** What gives the user the report; null without any. */
  path: z.nullable(z.object({ kind: z.enum(['administrator', 'user', 'group', 'everyone']), name: z.nullable(z.string()) })),
  identity: z.nullable(z.object({ username: z.string(), roles: z.array(z.string()) })),
  filters: z.number(),
  validUntil: z.nullable(instant),
  /** Why not, the nearest cause first; empty when the user sees the report now. */
  reasons: z.array(z.enum(sightReasons)),
  expiredAt: z.nullable(instant),
});
export type SightRow = z.infer<typeof sightRow>;

const sightFilters = { view: z._default(z.enum(sightViews), 'seeing') };

export const listSight = endpoint({
  method: 'GET',
  path: '/api/auth/reports/{id}/sight',
  needs: 'grants.manage',
  kinds: visits,
  screens,
  summary: 'Lists who sees a report under which RLS identity, and who doesn’t and why; decided by the same rule as viewing.',
  input: z.strictObject({ id, ...listInput(['name']), ...sightFilters }),
  output: page(sightRow),
  errors: ['not_found'],
});

const seenRow = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.enum(['powerbi', 'external']),
  hue: z.nullable(z.number()),
  path: sightRow.shape.path,
  identity: sightRow.shape.identity,
  /** Whether the report needs an identity; one that does and gets none doesn't open. */
  needsIdentity: z.boolean(),
  filters: z.number(),
  validUntil: z.nullable(instant),
  reasons: sightRow.shape.reasons,
});
export type SeenRow = z.infer<typeof seenRow>;

export const listSeen = endpoint({
  method: 'GET',
  path: '/api/auth/users/{id}/reports',
  needs: 'grants.manage',
  kinds: visits,
  screens: ['user', 'partners'],
  summary:
    'Lists the reports a user sees, through which grant and RLS identity, and those that wouldn’t open; decided by the same rule as viewing.',
  input: z.strictObject({ id, ...listInput(seenSorts) }),
  output: page(seenRow),
  errors: ['not_found'],
});

export const exportSeen = endpoint({
  method: 'GET',
  path: '/api/auth/users/{id}/reports/export',
  needs: 'grants.manage',
  screens: ['user', 'partners'],
  summary: 'Exports the same list for a CSV file; formula cells are prefixed.',
  input: z.strictObject({ id, search: listInput(seenSorts).search, sort: listInput(seenSorts).sort, ...filePart }),
  output: tableFile,
  errors: ['not_found'],
});

export const exportSight = endpoint({
  method: 'GET',
  path: '/api/auth/reports/{id}/sight/export',
  needs: 'grants.manage',
  screens,
  summary: 'Exports who sees a report and under which RLS identity for a CSV file; formula cells are prefixed.',
  input: z.strictObject({ id, search: listInput(['name']).search, ...sightFilters, ...filePart }),
  output: tableFile,
  errors: ['not_found'],
});

const serviceErrors = [
  'capacity_paused',
  'report_service_down',
  'report_service_throttled',
  'report_service_refused',
  'report_identity_refused',
  'report_missing_at_service',
  'report_account_refused',
] as const;

export const testAs = endpoint({
  method: 'POST',
  path: '/api/auth/reports/{id}/test-as',
  needs: 'grants.manage',
  kinds: visits,
  screens,
  summary: 'Opens the report as a given user sees it, for administrators of reports; a refusal is the one this user would get.',
  input: z.strictObject({ id, userId: id }),
  output: z.object({
    person: z.object({ id: z.string(), name: z.string() }),
    identity: z.nullable(z.object({ username: z.string(), roles: z.array(z.string()) })),
    refused: z.nullable(z.enum(['not_found', 'report_in_maintenance', 'rls_identity_missing'])),
    embed: z.nullable(embedded),
  }),
  errors: ['not_found', ...serviceErrors],
});

export const readRoles = endpoint({
  method: 'POST',
  path: '/api/auth/reports/{id}/roles',
  needs: 'grants.manage',
  kinds: visits,
  screens,
  summary:
    'Fetches the RLS roles of the report’s model from the report service and stores them; `listed` is false if the service doesn’t list them.',
  input: z.strictObject({ id }),
  output: z.object({ listed: z.boolean() }),
  errors: ['not_found', ...serviceErrors],
});

export const readValues = endpoint({
  method: 'POST',
  path: '/api/auth/reports/{id}/values',
  needs: 'grants.manage',
  kinds: visits,
  screens,
  summary:
    'Returns the first 200 values of a column of the report’s model; `values` is null if the service doesn’t list them, which it ' +
    'never does for a model with RLS.',
  input: z.strictObject({ id, table: text(200), column: text(200) }),
  output: z.object({ values: z.nullable(z.array(z.string())), refused: z.nullable(z.enum(['rls', 'unlisted'])) }),
  errors: ['not_found', ...serviceErrors],
});

export const previewIdentity = endpoint({
  method: 'POST',
  path: '/api/auth/reports/{id}/identity/preview',
  needs: 'grants.manage',
  kinds: visits,
  screens: [...screens, 'user'],
  summary:
    'Previews the report under an unsaved RLS identity, as a given user would see it; without a user it only checks that the service accepts the identity.',
  input: z.strictObject({ id, user: z._default(z.nullable(id), null), identity: grantIdentity, filters: grantFields.filters }),
  output: z.object({
    identity: z.nullable(z.object({ username: z.string(), roles: z.array(z.string()) })),
    /** The report service refuses this identity, in its own words. */
    refusal: z.nullable(z.string()),
    embed: z.nullable(embedded),
  }),
  errors: ['not_found', 'rls_identity_missing', 'report_in_maintenance', ...serviceErrors],
});

export const editPermission = endpoint({
  method: 'POST',
  path: '/api/auth/report_view/check/permission/edit/report',
  needs: 'reports.view',
  kinds: viewing,
  reads: true,
  summary: 'Checks whether the caller may edit the report in place (Spec 6, 7); an absent report and a forbidden one get the same answer.',
  input: z.strictObject({ reportId: id }),
  output: z.object({ permission_edit: flag }),
});

export const keepCopy = endpoint({
  method: 'POST',
  path: '/api/auth/reports/{id}/copies',
  needs: 'reports.manage',
  kinds: visits,
  screens: ['reports/view', 'management/view'],
  summary: 'Imports a copy saved at the report service: same group, owned by the caller, no other grants.',
  input: z.strictObject({ id, serviceReportId: text(100) }),
  output: z.object({ id: z.string(), title: z.string() }),
  errors: ['not_found', 'edit_not_permitted', ...serviceErrors],
});
