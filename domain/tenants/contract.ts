import * as z from 'zod/mini';
import { endpoint } from '../contract/endpoint.ts';
import { instant } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { tenantSorts, tenantStatuses } from './sorts.ts';

export const tenantRow = z.object({
  id: z.string(),
  kind: z.enum(['platform', 'partner', 'unit']),
  name: z.string(),
  parent: z.nullable(z.string()),
  host: z.nullable(z.string()),
  status: z.enum(tenantStatuses),
  trialEndsAt: z.nullable(instant),
  users: z.number(),
  userLimit: z.nullable(z.number()),
  reports: z.number(),
  createdAt: instant,
});
export type TenantRow = z.infer<typeof tenantRow>;

export const listPartners = endpoint({
  method: 'GET',
  path: '/api/auth/partners',
  needs: 'partners.read',
  summary: 'Partners and business units of the whole platform, read only (proves the wide role).',
  input: z.strictObject({
    ...listInput(tenantSorts),
    kind: z.optional(z.enum(['partner', 'unit'])),
    status: z.optional(z.enum(tenantStatuses)),
  }),
  output: page(tenantRow),
});
