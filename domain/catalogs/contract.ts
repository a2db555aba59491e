import * as z from 'zod/mini';
import { viewing, visits } from '../access/session-kinds.ts';
import { dayRange } from '../contract/day-range.ts';
import { endpoint } from '../contract/endpoint.ts';
import { done, id, instant, whole } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import { grantedReport, grantFields, grantIdentity, identityOptions } from '../report-access/fields.ts';
import { coverKinds, embedded, freshness } from '../reports/contract.ts';
import { reportFilter } from '../reports/filters.ts';
import {
  catalogSorts,
  maxJustification,
  maxReason,
  maxWishedDays,
  minJustification,
  requestSorts,
  requestStates,
  requestViews,
} from './request.ts';

// Catalogs of reports with requests that an administrator grants or denies (Spec 1, 4, 6; BEHAVIOUR 5).

const screens = ['catalogs'];
const reason = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(maxReason, 'too_long'));

/** A card describes a report, never its data. `offer` is what this user can do with it. */
const catalogCard = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  kind: z.enum(['powerbi', 'external']),
  group: z.nullable(z.object({ id: z.string(), name: z.string(), hue: z.number() })),
  cover: z.object({ kind: z.enum(coverKinds), file: z.nullable(z.string()) }),
  verified: z.boolean(),
  owner: z.nullable(z.string()),
  /** Who can approve a request: the report's owner first, if they may, then a few others. */
  deciders: z.array(z.string()),
  dataAt: z.nullable(instant),
  freshness,
  offer: z.object({ kind: z.enum(['open', 'pending', 'wait', 'ask']), at: z.nullable(instant), requestId: z.nullable(z.string()) }),
});
export type CatalogCard = z.infer<typeof catalogCard>;

export const listCatalog = endpoint({
  method: 'GET',
  path: '/api/auth/catalogs',
  needs: 'catalogs.view',
  kinds: viewing,
  screens,
  summary: 'Lists the reports in this unit’s catalog, with what the caller can do about each.',
  input: z.strictObject({ ...listInput(catalogSorts), group: z.optional(id), report: z.optional(id), offer: z.optional(z.literal('ask')) }),
  output: z.object({
    ...page(catalogCard).shape,
    groups: z.array(z.object({ id: z.string(), name: z.string(), hue: z.number(), reports: z.number() })),
  }),
});

export const askForReport = endpoint({
  method: 'POST',
  path: '/api/auth/catalogs/{id}/requests',
  needs: 'catalogs.ask',
  kinds: viewing,
  screens,
  summary: 'Requests access to a catalog report, with a justification; a user has at most one pending request per report.',
  input: z.strictObject({
    id,
    justification: z.string().check(z.trim(), z.minLength(minJustification, 'too_short'), z.maxLength(maxJustification, 'too_long')),
    days: z._default(z.nullable(whole(1, maxWishedDays)), null),
  }),
  output: z.object({ id: z.string(), deciders: z.array(z.string()) }),
  errors: ['not_found', 'catalog_already_seen', 'catalog_pending', 'catalog_wait'],
});

const requestRow = z.object({
  id: z.string(),
  report: z.nullable(z.object({ id: z.string(), title: z.string() })),
  person: z.object({ id: z.string(), name: z.string(), email: z.string(), department: z.nullable(z.string()) }),
  state: z.enum(requestStates),
  justification: z.string(),
  wishedDays: z.nullable(z.number()),
  askedAt: instant,
  decidedAt: z.nullable(instant),
  decidedBy: z.nullable(z.string()),
  reason: z.string(),
  validUntil: z.nullable(instant),
  identity: z.nullable(grantIdentity),
  filters: z.number(),
  mayAskAgainAt: z.nullable(instant),
});
export type RequestRow = z.infer<typeof requestRow>;

const requestFilters = {
  view: z._default(z.enum(requestViews), 'pending'),
  mine: z.optional(z.literal('1')),
  report: z.optional(id),
  ...dayRange,
};

export const listRequests = endpoint({
  method: 'GET',
  path: '/api/auth/catalog-requests',
  needs: 'catalogs.view',
  kinds: viewing,
  screens,
  summary: 'Lists access requests: the caller’s own, or those the caller may decide (all of the unit, or those for reports they own).',
  input: z.strictObject({ ...listInput(requestSorts), ...requestFilters }),
  output: z.object({
    ...page(requestRow).shape,
    counts: z.object({ pending: z.number(), decided: z.number(), all: z.number() }),
    decides: z.boolean(),
  }),
});

export const exportRequests = endpoint({
  method: 'GET',
  path: '/api/auth/catalog-requests/export',
  needs: 'catalogs.view',
  screens,
  summary: 'Exports the same list for a CSV file, with justification, decision and decider; formula cells are prefixed.',
  input: z.strictObject({ search: listInput(requestSorts).search, sort: listInput(requestSorts).sort, ...requestFilters, ...filePart }),
  output: tableFile,
});

export const readRequest = endpoint({
  method: 'GET',
  path: '/api/auth/catalog-requests/{id}',
  needs: 'catalogs.view',
  kinds: viewing,
  screens,
  summary:
    'Returns one request with what is needed to decide it: the RLS requirements of the report, roles in use, and user groups that have the report.',
  input: z.strictObject({ id }),
  output: z.object({
    ...requestRow.shape,
    restriction: z.nullable(z.object({ ...grantedReport, openRole: z.nullable(z.string()) })),
    options: identityOptions,
    /** When the model's roles were last read from the service; null if never, and for people who don't decide. */
    rolesAt: z.nullable(instant),
    userGroups: z.array(z.object({ id: z.string(), name: z.string(), people: z.number() })),
    mayDecide: z.boolean(),
    mayRelease: z.boolean(),
    ownIdentity: z.nullable(z.object({ username: z.string(), roles: z.array(z.string()) })),
    appliedFilters: z.array(reportFilter),
    earlier: z.array(z.object({ id: z.string(), state: z.enum(requestStates), askedAt: instant, reason: z.string() })),
  }),
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
const refusals = ['not_found', 'catalog_decided', 'catalog_own_request'] as const;

export const grantRequest = endpoint({
  method: 'POST',
  path: '/api/auth/catalog-requests/{id}/grant',
  needs: 'catalogs.view',
  kinds: visits,
  screens,
  summary:
    'Approves a request, either with a grant to the user (RLS identity, expiry) or by adding them to a user group that has the report.',
  input: z.strictObject({ id, userGroup: z._default(z.nullable(id), null), ...grantFields }),
  output: done,
  errors: [
    ...refusals,
    'not_permitted',
    'grant_identity_required',
    'grant_roles_required',
    'grant_identity_unused',
    'grant_confirmation_required',
    'changed_meanwhile',
    'gives_more',
  ],
});

export const previewRequest = endpoint({
  method: 'POST',
  path: '/api/auth/catalog-requests/{id}/preview',
  needs: 'catalogs.view',
  kinds: visits,
  screens,
  summary: 'Previews the report as the requester would see it under the RLS identity and filters in the form, before deciding.',
  input: z.strictObject({ id, identity: grantIdentity, filters: grantFields.filters }),
  output: z.object({ identity: z.nullable(z.object({ username: z.string(), roles: z.array(z.string()) })), embed: embedded }),
  errors: [...refusals, 'rls_identity_missing', 'report_in_maintenance', ...serviceErrors],
});

export const readRequestRoles = endpoint({
  method: 'POST',
  path: '/api/auth/catalog-requests/{id}/roles',
  needs: 'catalogs.view',
  kinds: visits,
  screens,
  summary: 'Fetches the RLS roles of the requested report’s model from the report service and stores them, for deciding the request.',
  input: z.strictObject({ id }),
  output: z.object({ listed: z.boolean() }),
  errors: [...refusals, ...serviceErrors],
});

export const answerRequest = endpoint({
  method: 'POST',
  path: '/api/auth/catalog-requests/{id}/{action}',
  needs: 'catalogs.view',
  kinds: visits,
  screens,
  summary: 'Denies a pending request or revokes an approved one; the reason is sent to the requester.',
  input: z.strictObject({ id, action: z.enum(['deny', 'revoke']), reason }),
  output: done,
  errors: refusals,
});

export const cancelRequest = endpoint({
  method: 'DELETE',
  path: '/api/auth/catalog-requests/{id}',
  needs: 'catalogs.view',
  kinds: viewing,
  screens,
  summary: 'Withdraws the caller’s own pending request.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found', 'catalog_decided'],
});

export const liftWait = endpoint({
  method: 'POST',
  path: '/api/auth/catalog-requests/{id}/lift',
  needs: 'catalogs.decide',
  kinds: visits,
  screens,
  summary: 'Lets a denied requester ask again immediately.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found', 'catalog_decided'],
});
