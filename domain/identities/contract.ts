import * as z from 'zod/mini';
import { visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { id, instant } from '../contract/fields.ts';

// Who somebody is at identity providers: what a sign-in there is recognised by.

export const identity = z.object({
  id: z.string(),
  kind: z.enum(['saml', 'entra']),
  /** The name of its app; null where none has this provider any more. */
  provider: z.nullable(z.string()),
  issuer: z.string(),
  /** The provider's own key of the person. */
  subject: z.string(),
  since: instant,
  lastAt: z.nullable(instant),
});
export type Identity = z.infer<typeof identity>;

export const listIdentities = endpoint({
  method: 'GET',
  path: '/api/auth/users/{id}/identities',
  needs: 'users.read',
  kinds: visits,
  screens: ['user'],
  summary: 'The identity providers that know a person of the tenant, and by which key.',
  input: z.strictObject({ id }),
  output: z.object({ items: z.array(identity) }),
  errors: ['not_found'],
});

export const unlinkIdentity = endpoint({
  method: 'DELETE',
  path: '/api/auth/users/{id}/identities/{identityId}',
  needs: 'users.edit',
  screens: ['user'],
  summary: 'Forgets who a person is at a provider; of somebody else the sessions and known devices end too.',
  input: z.strictObject({ id, identityId: id }),
  output: z.object({ ended: z.number() }),
  errors: ['not_found'],
});

export const identityContracts = [listIdentities, unlinkIdentity] as const;
