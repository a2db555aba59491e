import * as z from 'zod/mini';
import { endpoint } from '../contract/endpoint.ts';
import { instant, nothing } from '../contract/fields.ts';
import { reaches, wayKinds } from './reach.ts';

const way = z.object({
  id: z.string(),
  kind: z.enum(wayKinds),
  name: z.string(),
  /** It works now; one that is switched off, suspended or expired stays listed without. */
  active: z.boolean(),
  /** Null: never, or a domain, whose use isn't recorded. */
  lastUsedAt: z.nullable(instant),
  /** What it can do and what it can't; each has its own text. */
  reaches: z.array(z.enum(reaches)),
  /** The values in those texts. */
  domains: z.array(z.string()),
});
export type WayIn = z.infer<typeof way>;

export const readWays = endpoint({
  method: 'GET',
  path: '/api/auth/ways',
  needs: 'signOn.manage',
  screens: ['azure/saml'],
  summary:
    'Lists every access point of this tenant (passwords, providers, directories, keys, partners, mail server, own domains), what ' +
    'each can reach, and its last use.',
  input: nothing,
  output: z.object({ ways: z.array(way) }),
});
