import * as z from 'zod/mini';
import { visits } from '../../access/session-kinds.ts';
import { endpoint } from '../../contract/endpoint.ts';
import { failure } from '../contract.ts';

// License capacity (Spec 3, resource), read-only: what the report service runs on, and Azure's data about it.

const capacityState = z.enum(['running', 'paused', 'starting', 'stopping', 'resizing', 'failed', 'unknown']);

const resource = z.object({
  id: z.string(),
  /** Feature name. */
  name: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  kind: z.nullable(z.enum(['embedded', 'fabric'])),
  resourceGroup: z.nullable(z.string()),
  /** The licensed size according to Azure; null where Azure wasn't asked or doesn't know it. */
  size: z.nullable(z.string()),
  /** The size on which the report service runs now; null while it runs on none. */
  currentSize: z.nullable(z.string()),
  state: capacityState,
  region: z.string(),
  /** The id that workspaces refer to; null when only Azure knows the capacity. */
  capacityId: z.nullable(z.string()),
});
export type Resource = z.infer<typeof resource>;

const resourceSource = z.object({
  accountId: z.string(),
  accountName: z.string(),
  source: z.enum(['service', 'azure']),
  /** 'unasked': the account names no subscription. */
  outcome: z.enum(['ok', 'failed', 'unasked']),
  found: z.number(),
  failure: z.nullable(failure),
});
export type ResourceSource = z.infer<typeof resourceSource>;

export const listResources = endpoint({
  method: 'GET',
  path: '/api/auth/resources',
  needs: 'service.manage',
  kinds: visits,
  screens: ['powerbi/resources', 'powerbi/workspace'],
  summary:
    'Lists the capacities the service accounts can access, from the report service and Azure; a source that fails is reported beside the others.',
  input: z.strictObject({}),
  output: z.object({ items: z.array(resource), sources: z.array(resourceSource) }),
});
