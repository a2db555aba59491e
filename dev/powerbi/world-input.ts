import * as z from 'zod';
import { presetNames } from './faults.ts';

const key = z.string().check(z.minLength(1), z.maxLength(200));
const measure = z.enum(['amount', 'count', 'average', 'margin', 'rate']);
const subject = z.enum([
  'sales',
  'finance',
  'logistics',
  'stock',
  'production',
  'people',
  'marketing',
  'hospital',
  'energy',
  'usage',
  'portfolio',
]);

/** A load lasts 40 s by the real clock: half an hour from now, so that a test decides itself what is being refreshed. */
const hourly = () => ({ everyMinutes: 60, minuteUtc: (new Date().getUTCMinutes() + 30) % 60, failing: 0 });

/** What POST /__sim/principals takes: a test's own service principal with its own workspaces. */
export const principalInput = z.strictObject({
  directoryId: key,
  appId: key,
  objectId: z.optional(key),
  secret: key,
  /** The location of its capacities; derived from the directory's id when left out. */
  subscriptionId: z.optional(key),
  resourceGroup: z.optional(key),
  flavour: z._default(z.enum(['vertice', 'aurora', 'sierra', 'numera', 'mirante', 'cerrado']), 'vertice'),
  language: z._default(z.enum(['pt-BR', 'pt-PT', 'es', 'en-US']), 'pt-BR'),
  currency: z._default(z.string(), 'BRL'),
  /** When left out, one running A1 for every workspace. */
  capacities: z.optional(
    z.array(
      z.strictObject({
        id: key,
        name: key,
        kind: z._default(z.enum(['embedded', 'fabric']), 'embedded'),
        sku: z.optional(key),
        state: z._default(z.enum(['running', 'paused']), 'running'),
        resourceGroup: z.optional(key),
        /** What the principal may do with it in Azure. */
        rights: z._default(z.enum(['full', 'read']), 'full'),
      }),
    ),
  ),
  workspaces: z.array(
    z.strictObject({
      id: key,
      name: z._default(key, 'Workspace'),
      /** Null = no capacity; the first one when left out. */
      capacityId: z.optional(z.nullable(key)),
      datasets: z._default(
        z.array(
          z.strictObject({
            id: key,
            name: z._default(key, 'Dataset'),
            subject: z._default(subject, 'sales'),
            roles: z._default(z.record(z.string(), z.nullable(z.enum(['region', 'member']))), {}),
            refresh: z._default(z.strictObject({ everyMinutes: z.number(), minuteUtc: z.number(), failing: z.number() }), hourly),
          }),
        ),
        [],
      ),
      reports: z._default(
        z.array(
          z.strictObject({
            id: key,
            name: z._default(key, 'Report'),
            datasetId: key,
            type: z._default(z.enum(['report', 'paginated']), 'report'),
            cover: z._default(z.enum(['ridge', 'bars', 'dunes', 'contour', 'dots']), 'bars'),
            measure: z._default(measure, 'amount'),
            failure: z._default(z.nullable(z.enum(presetNames)), null),
          }),
        ),
        [],
      ),
    }),
  ),
  profiles: z._default(z.array(z.strictObject({ id: key, displayName: z._default(z.string(), ''), workspaceIds: z.array(key) })), []),
});
export type PrincipalInput = z.infer<typeof principalInput>;
