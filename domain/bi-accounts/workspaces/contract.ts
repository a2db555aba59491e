import * as z from 'zod/mini';
import { visits } from '../../access/session-kinds.ts';
import { endpoint } from '../../contract/endpoint.ts';
import { done, id, instant, nameText, version } from '../../contract/fields.ts';
import { listInput, page } from '../../contract/page.ts';
import { filePart, tableFile } from '../../contract/table-file.ts';
import { failure } from '../contract.ts';
import { guidPattern } from '../guid.ts';
import { maxAdded, maxNameLength, workspaceSorts } from '../limits.ts';

// Embedded workspaces (Spec 3): the workspaces of the service from which this tenant publishes.

const guid = z.string().check(z.trim(), z.regex(guidPattern, 'invalid'));

const workspaceRow = z.object({
  id: z.string(),
  name: z.string(),
  /** Its id at the service. */
  serviceId: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  accountDisabled: z.boolean(),
  /** The dedicated capacity it runs on, by its id at the service; null = shared. */
  capacityId: z.nullable(z.string()),
  reports: z.number(),
  addedBy: z.nullable(z.string()),
  version: z.number(),
  createdAt: instant,
});
export type WorkspaceRow = z.infer<typeof workspaceRow>;
const filters = { account: z.optional(id) };
const list = listInput(workspaceSorts);
const serviceErrors = ['not_found', 'account_disabled', 'service_call_refused', 'report_service_down', 'report_service_throttled'] as const;

export const listWorkspaces = endpoint({
  method: 'GET',
  path: '/api/auth/workspaces',
  needs: 'service.manage',
  kinds: visits,
  screens: ['powerbi/workspace'],
  summary: 'Lists the workspaces added to this tenant, of the service accounts the caller may see.',
  input: z.strictObject({ ...list, ...filters }),
  output: page(workspaceRow),
});

export const exportWorkspaces = endpoint({
  method: 'GET',
  path: '/api/auth/workspaces/export',
  needs: 'service.manage',
  kinds: visits,
  screens: ['powerbi/workspace'],
  summary: 'Exports the same list as text rows for a CSV file; formula cells are prefixed.',
  input: z.strictObject({ search: list.search, sort: list.sort, ...filters, ...filePart }),
  output: tableFile,
});

export const addWorkspaces = endpoint({
  method: 'POST',
  path: '/api/auth/workspaces',
  needs: 'service.manage',
  kinds: visits,
  screens: ['powerbi/workspace'],
  summary: 'Adds workspaces by their ids at the report service; none is added if the service account can’t access one of them.',
  input: z.strictObject({
    accountId: id,
    serviceIds: z.array(guid).check(z.minLength(1, 'required'), z.maxLength(maxAdded, 'too_long')),
  }),
  output: z.object({
    added: z.number(),
    /** Added ones to which the service refused the account's profile access, with its answer. */
    refused: z.array(z.object({ name: z.string(), failure })),
  }),
  errors: [...serviceErrors, 'workspace_missing_at_service'],
});

export const createWorkspace = endpoint({
  method: 'POST',
  path: '/api/auth/workspaces/new',
  needs: 'service.manage',
  kinds: visits,
  screens: ['powerbi/workspace'],
  summary: 'Creates a workspace at the report service and adds it.',
  input: z.strictObject({ accountId: id, name: nameText(maxNameLength) }),
  output: z.object({ id: z.string(), serviceId: z.string(), version: z.number() }),
  errors: [...serviceErrors, 'name_taken'],
});

export const renameWorkspace = endpoint({
  method: 'PUT',
  path: '/api/auth/workspaces/{id}',
  needs: 'service.manage',
  kinds: visits,
  screens: ['powerbi/workspace'],
  summary: 'Renames a workspace in the portal; its name at the report service stays.',
  input: z.strictObject({ id, version, name: nameText(maxNameLength) }),
  output: z.object({ id: z.string(), version: z.number() }),
  errors: ['not_found', 'changed_meanwhile'],
});

export const removeWorkspace = endpoint({
  method: 'DELETE',
  path: '/api/auth/workspaces/{id}',
  needs: 'service.manage',
  kinds: visits,
  screens: ['powerbi/workspace'],
  summary: 'Removes a workspace from the portal but not from the report service; refused while reports published here are in it.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found', 'workspace_in_use'],
});
