import * as z from 'zod/mini';
import { visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { changed, day, done, id, instant, nameText, text, version } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import { guidPattern } from './guid.ts';
import { accountSorts, maxNameLength, maxResourceGroupLength, maxSecretLength } from './limits.ts';

// Report-service accounts (Spec 3). Secrets are write-only: an answer says when one was set and when it expires.

const guid = z.string().check(z.trim(), z.regex(guidPattern, 'invalid'));
const optionalGuid = z._default(z.nullable(guid), null);

export const failure = z.object({
  /** The kind of refusal, in the portal's terms. */
  code: z.string(),
  /** The service's own code, e.g. AADSTS7000215. */
  serviceCode: z.nullable(z.string()),
  /** The service's own words, shortened and without secrets. */
  answer: z.nullable(z.string()),
  serviceRequestId: z.nullable(z.string()),
});
export type Failure = z.infer<typeof failure>;

const testStep = z.object({
  step: z.enum(['token', 'api', 'workspace', 'capacity']),
  outcome: z.enum(['ok', 'failed', 'skipped']),
  ms: z.nullable(z.number()),
  failure: z.nullable(failure),
});
export type TestStep = z.infer<typeof testStep>;

export const accountFields = {
  name: nameText(maxNameLength),
  directoryId: guid,
  appId: guid,
  objectId: optionalGuid,
  /** The day, in the tenant's zone, on which the secret expires according to the directory. */
  secretEndsOn: z._default(z.nullable(day), null),
  subscriptionId: optionalGuid,
  resourceGroup: z._default(z.nullable(text(maxResourceGroupLength)), null),
  workspaceId: optionalGuid,
};
const secret = text(maxSecretLength);

const accountRow = z.object({
  id: z.string(),
  name: z.string(),
  directoryId: z.string(),
  appId: z.string(),
  disabled: z.boolean(),
  secretSetAt: instant,
  secretEndsAt: z.nullable(instant),
  /** The step at which the last test ended; 'ok' when it passed, null when there was none. */
  tested: z.nullable(z.enum(['ok', 'token', 'api', 'workspace', 'capacity'])),
  testedAt: z.nullable(instant),
  profileName: z.nullable(z.string()),
  registeredBy: z.nullable(z.string()),
  reports: z.number(),
  workspaces: z.number(),
  version: z.number(),
  createdAt: instant,
});
export type AccountRow = z.infer<typeof accountRow>;

const accountCounts = z.object({ all: z.number(), ending: z.number(), failing: z.number(), disabled: z.number() });
const accountView = { view: z.optional(z.enum(['ending', 'failing', 'disabled'])) };
const accountList = listInput(accountSorts);

export const listAccounts = endpoint({
  method: 'GET',
  path: '/api/auth/service-accounts',
  needs: 'service.manage',
  kinds: visits,
  screens: ['powerbi'],
  summary: 'Lists the tenant’s service accounts; where the tenant restricts them, only those the caller registered.',
  input: z.strictObject({ ...accountList, ...accountView }),
  output: z.object({ ...page(accountRow).shape, counts: accountCounts, restricted: z.boolean() }),
});

export const exportAccounts = endpoint({
  method: 'GET',
  path: '/api/auth/service-accounts/export',
  needs: 'service.manage',
  kinds: visits,
  screens: ['powerbi'],
  summary: 'Exports the same list as text rows for a CSV file, without secrets; formula cells are prefixed.',
  input: z.strictObject({ search: accountList.search, sort: accountList.sort, ...accountView, ...filePart }),
  output: tableFile,
});

export const pickAccounts = endpoint({
  method: 'GET',
  path: '/api/auth/service-accounts/picker',
  needs: 'service.browse',
  kinds: visits,
  screens: ['management/report', 'powerbi', 'powerbi/workspace'],
  summary: 'Lists the enabled service accounts the caller may use, by name, for a picker.',
  input: z.strictObject({}),
  output: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }),
});

export const readAccount = endpoint({
  method: 'GET',
  path: '/api/auth/service-accounts/{id}',
  needs: 'service.manage',
  kinds: visits,
  screens: ['powerbi'],
  summary: 'Returns one service account with its last test and the reports that use it; never its secret.',
  input: z.strictObject({ id }),
  output: z.object({
    ...accountRow.shape,
    objectId: z.nullable(z.string()),
    secretEndsOn: z.nullable(z.string()),
    subscriptionId: z.nullable(z.string()),
    resourceGroup: z.nullable(z.string()),
    workspaceId: z.nullable(z.string()),
    profileId: z.nullable(z.string()),
    steps: z.array(testStep),
    reportTitles: z.array(z.string()),
  }),
  errors: ['not_found'],
});

export const addAccount = endpoint({
  method: 'POST',
  path: '/api/auth/service-accounts',
  needs: 'service.manage',
  screens: ['powerbi'],
  summary: 'Adds a service account; its secret is encrypted and can only be replaced afterwards.',
  input: z.strictObject({ ...accountFields, secret }),
  output: z.object({ id: z.string(), version: z.number() }),
  errors: ['name_taken'],
});

export const editAccount = endpoint({
  method: 'PUT',
  path: '/api/auth/service-accounts/{id}',
  needs: 'service.manage',
  screens: ['powerbi'],
  summary: 'Updates a service account at the given version; an omitted `secret` is left unchanged.',
  input: z.strictObject({ id, version, ...changed(accountFields), secret: z.optional(secret) }),
  output: z.object({ id: z.string(), version: z.number() }),
  errors: ['not_found', 'name_taken', 'changed_meanwhile'],
});

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/auth/service-accounts/{id}',
  needs: 'service.manage',
  screens: ['powerbi'],
  summary: 'Removes a service account and its workspaces from the portal; refused while published reports use it.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found', 'account_in_use'],
});

export const switchAccount = endpoint({
  method: 'PUT',
  path: '/api/auth/service-accounts/{id}/disabled',
  needs: 'service.manage',
  screens: ['powerbi'],
  summary: 'Disables or enables a service account; a disabled one can’t open, browse or publish anything.',
  input: z.strictObject({ id, disabled: z.boolean() }),
  output: z.object({ id: z.string(), version: z.number() }),
  errors: ['not_found'],
});

const tested = z.object({ steps: z.array(testStep), testedAt: instant });

export const testAccount = endpoint({
  method: 'POST',
  path: '/api/auth/service-accounts/{id}/test',
  needs: 'service.manage',
  screens: ['powerbi'],
  summary: 'Tests a saved service account step by step (token, API, workspace, capacity) and stores the result.',
  input: z.strictObject({ id }),
  output: tested,
  errors: ['not_found'],
});

export const testDraft = endpoint({
  method: 'POST',
  path: '/api/auth/service-accounts/test',
  needs: 'service.manage',
  screens: ['powerbi'],
  summary: 'Tests the values in a form before saving; if the form has no secret, the one stored for `id` is used.',
  input: z.strictObject({
    id: z.optional(id),
    directoryId: guid,
    appId: guid,
    secret: z.optional(secret),
    subscriptionId: optionalGuid,
    resourceGroup: accountFields.resourceGroup,
    workspaceId: optionalGuid,
  }),
  output: tested,
  errors: ['required', 'not_found'],
});

const serviceErrors = ['not_found', 'account_disabled', 'service_call_refused', 'report_service_down', 'report_service_throttled'] as const;

export const listProfiles = endpoint({
  method: 'GET',
  path: '/api/auth/service-accounts/{id}/profiles',
  needs: 'service.manage',
  kinds: visits,
  screens: ['powerbi'],
  summary: 'Lists the profiles of the account’s service principal, live from the report service.',
  input: z.strictObject({ id }),
  output: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }),
  errors: serviceErrors,
});

export const chooseProfile = endpoint({
  method: 'PUT',
  path: '/api/auth/service-accounts/{id}/profile',
  needs: 'service.manage',
  screens: ['powerbi'],
  summary: 'Sets the profile the service account works under: a new one, an existing one, or the service principal itself.',
  input: z.strictObject({
    id,
    version,
    choice: z.enum(['create', 'existing', 'none']),
    name: z.optional(nameText(maxNameLength)),
    profileId: z.optional(guid),
  }),
  output: z.object({
    id: z.string(),
    version: z.number(),
    profileId: z.nullable(z.string()),
    profileName: z.nullable(z.string()),
    /** Workspaces to which the service refused the profile access, by name, with its answer. */
    refused: z.array(z.object({ name: z.string(), failure })),
  }),
  errors: [...serviceErrors, 'required', 'changed_meanwhile'],
});

export const browseWorkspaces = endpoint({
  method: 'GET',
  path: '/api/auth/service-accounts/{id}/workspaces',
  needs: 'service.browse',
  kinds: visits,
  screens: ['management/report', 'powerbi', 'powerbi/workspace'],
  summary:
    'Lists the workspaces the service account can access, live from the report service; `workspaceId` is set for those already added here.',
  input: z.strictObject({
    id,
    search: listInput(accountSorts).search,
    page: listInput(accountSorts).page,
    /** '1': what the principal reaches besides its profile, to add it. */
    all: z.optional(z.literal('1')),
  }),
  output: z.object({
    items: z.array(
      z.object({
        /** The service's id. */
        id: z.string(),
        name: z.string(),
        capacityId: z.nullable(z.string()),
        isOnDedicatedCapacity: z.boolean(),
        /** The portal's id of an added workspace; null when it was not added. */
        workspaceId: z.nullable(z.string()),
      }),
    ),
    more: z.boolean(),
  }),
  errors: serviceErrors,
});

export const browseReports = endpoint({
  method: 'GET',
  path: '/api/auth/service-accounts/{id}/workspaces/{workspace}/reports',
  needs: 'service.browse',
  kinds: visits,
  screens: ['management/report', 'powerbi', 'powerbi/workspace'],
  summary: 'Lists the reports of a workspace (by its id at the report service), live, each with where it is already published here.',
  input: z.strictObject({ id, workspace: guid }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        description: z.string(),
        datasetId: z.nullable(z.string()),
        type: z.enum(['report', 'paginated']),
        embedUrl: z.string(),
        webUrl: z.string(),
        published: z.array(z.object({ id: z.string(), title: z.string() })),
      }),
    ),
  }),
  errors: serviceErrors,
});
