import * as z from 'zod/mini';
import { visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { done, id, instant, nameText, version } from '../contract/fields.ts';
import { largestUpload, maxPublished, maxTitleLength, maxWorkspaceNameLength } from './limits.ts';

// Publishing from a workspace of the report service (UI 4, report import; BEHAVIOUR 15 #10, #11), and uploads of report files.

const screens = ['management/report', 'report/a2m'];
const serviceId = z.string().check(z.regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, 'invalid'));
const audience = z.enum(['everyone', 'group', 'nobody']);
const where = { accountId: id, workspaceId: serviceId };
const place = { groupId: z.nullable(id), subgroupId: z.nullable(id), audience };
const serviceErrors = ['not_found', 'account_disabled', 'service_call_refused', 'report_service_down', 'report_service_throttled'] as const;

export const reviewImport = endpoint({
  method: 'POST',
  path: '/api/auth/management/imports/review',
  needs: 'reports.manage',
  kinds: visits,
  screens,
  summary:
    'Reviews reports before publishing: the RLS requirements of their models, who will see them, and which of those users lack an identity.',
  input: z.strictObject({
    ...where,
    ...place,
    serviceIds: z.array(serviceId).check(z.minLength(1, 'required'), z.maxLength(maxPublished, 'too_long')),
  }),
  output: z.object({
    reports: z.array(
      z.object({
        serviceId: z.string(),
        name: z.string(),
        needsIdentity: z.boolean(),
        needsRoles: z.boolean(),
        /** Why this one can't be published now; null when it can. */
        problem: z.nullable(z.string()),
        publishedAs: z.nullable(z.string()),
      }),
    ),
    people: z.number(),
    /** Users who will see them and have no identity; listed up to a limit. */
    unknown: z.object({ count: z.number(), names: z.array(z.string()) }),
    mayAdd: z.boolean(),
  }),
  errors: [...serviceErrors, 'group_not_found'],
});

export const publishReports = endpoint({
  method: 'POST',
  path: '/api/auth/management/imports/publish',
  needs: 'reports.manage',
  kinds: visits,
  screens,
  summary: 'Publishes reports of a workspace in one write; those that can’t be published are returned with the reason and can be retried.',
  input: z.strictObject({
    ...where,
    /** Adds the workspace to those the tenant publishes from, if it isn't one yet. */
    workspaceName: z.optional(nameText(maxWorkspaceNameLength)),
    ...place,
    reports: z
      .array(z.strictObject({ serviceId, title: z.optional(nameText(maxTitleLength)) }))
      .check(z.minLength(1, 'required'), z.maxLength(maxPublished, 'too_long')),
    /** Notifies the people who will see them. */
    tell: z._default(z.boolean(), false),
  }),
  output: z.object({
    published: z.array(z.object({ serviceId: z.string(), id: z.string(), title: z.string() })),
    failed: z.array(z.object({ serviceId: z.string(), reason: z.string() })),
    told: z.number(),
  }),
  errors: [...serviceErrors, 'group_not_found', 'reports_not_allowed'],
});

export const rebindReport = endpoint({
  method: 'PUT',
  path: '/api/auth/management/reports/{id}/source',
  needs: 'reports.manage',
  kinds: visits,
  screens: ['management/report', 'management/view', 'report/a2m'],
  summary:
    'Rebinds a report to another one at the service; its id, favorites, views, grants and history stay. Returns the pages that no longer exist.',
  input: z.strictObject({ id, version, ...where, serviceId }),
  output: z.object({
    version: z.number(),
    lost: z.array(z.string()),
    needsIdentity: z.boolean(),
    needsRoles: z.boolean(),
  }),
  errors: [...serviceErrors, 'changed_meanwhile', 'report_missing_at_service'],
});

const uploadRow = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.number(),
  workspaceId: z.string(),
  state: z.enum(['uploading', 'publishing', 'done', 'failed', 'cancelled']),
  /** The service's words about a failure. */
  error: z.nullable(z.string()),
  reportIds: z.array(z.string()),
  addedBy: z.nullable(z.string()),
  mine: z.boolean(),
  addedAt: instant,
});
export type UploadRow = z.infer<typeof uploadRow>;

export const listUploads = endpoint({
  method: 'GET',
  path: '/api/auth/management/uploads',
  needs: 'reports.manage',
  kinds: visits,
  screens,
  summary: 'Lists the report uploads of the last days, so that a reopened tab can resume following them.',
  input: z.strictObject({}),
  output: z.object({ items: z.array(uploadRow) }),
});

export const startUpload = endpoint({
  method: 'POST',
  path: '/api/auth/management/uploads',
  needs: 'reports.manage',
  kinds: visits,
  screens,
  summary: 'Announces a .pbix or .rdl upload; returns the number of parts to send. A name already in use is refused.',
  input: z.strictObject({
    ...where,
    ...place,
    name: z.string().check(z.trim(), z.regex(/^[^\\/:*?"<>|\p{C}]{1,120}\.(pbix|rdl)$/iu, 'invalid')),
    bytes: z.int('invalid').check(z.minimum(1, 'invalid'), z.maximum(largestUpload, 'too_long')),
    conflict: z.enum(['abort', 'overwrite', 'create']),
    tell: z._default(z.boolean(), false),
  }),
  output: z.object({ id: z.string(), parts: z.number(), partBytes: z.number() }),
  errors: [...serviceErrors, 'group_not_found', 'reports_not_allowed', 'report_name_taken'],
});

export const sendPart = endpoint({
  method: 'PUT',
  path: '/api/auth/management/uploads/{id}/parts/{part}',
  needs: 'reports.manage',
  kinds: visits,
  screens,
  summary: 'Uploads one part of an announced file, unencoded; a single-part file goes straight to the service. Parts can be sent again.',
  input: z.strictObject({ id, part: z.string().check(z.regex(/^\d{1,3}$/, 'invalid')) }),
  output: done,
  errors: [...serviceErrors, 'invalid_file', 'body_too_large', 'changed_meanwhile'],
  file: true,
});

export const finishUpload = endpoint({
  method: 'POST',
  path: '/api/auth/management/uploads/{id}/finish',
  needs: 'reports.manage',
  kinds: visits,
  screens,
  summary: 'Joins the parts of a large file and hands it to the service. Idempotent.',
  input: z.strictObject({ id }),
  output: done,
  errors: [...serviceErrors, 'changed_meanwhile'],
});

export const followUpload = endpoint({
  method: 'POST',
  path: '/api/auth/management/uploads/{id}/follow',
  needs: 'reports.manage',
  kinds: visits,
  screens,
  summary: 'Checks the progress at the service; a finished upload is published right away to its chosen place and audience.',
  input: z.strictObject({ id }),
  output: uploadRow,
  errors: [...serviceErrors, 'reports_not_allowed'],
});

export const cancelUpload = endpoint({
  method: 'DELETE',
  path: '/api/auth/management/uploads/{id}',
  needs: 'reports.manage',
  kinds: visits,
  screens,
  summary: 'Cancels an upload, or removes a finished one from the list.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found'],
});
