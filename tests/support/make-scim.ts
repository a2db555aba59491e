import { createHash, randomBytes } from 'node:crypto';
import { fold } from '../../domain/text/fold.ts';
import { type Api, api } from './api.ts';
import { query } from './database.ts';
import type { Harness } from './harness.ts';
import { makeUserGroup } from './make-content.ts';
import { makeId } from './make-id.ts';

export type ScimToken = { id: string; token: string };

/** A valid token of a tenant, as an administrator would have made it. */
export async function makeScimToken(
  tenant: { id: string },
  { slot = 1, name = 'Entra', provider }: { slot?: number; name?: string; provider?: { kind: 'saml' | 'entra'; issuer: string } } = {},
): Promise<ScimToken> {
  const id = makeId();
  const token = `mscim_${randomBytes(32).toString('base64url')}`;
  const hash = `\\x${createHash('sha256').update(token).digest('hex')}`;
  await query(
    'insert into scim_tokens (tenant_id, id, name, slot, prefix, hash, provider_kind, provider_issuer) values ($1, $2, $3, $4, $5, $6::bytea, $7, $8)',
    [tenant.id, id, name, slot, token.slice(0, 12), hash, provider?.kind ?? null, provider?.issuer ?? null],
  );
  return { id, token };
}

/** Marks a person as provisioned by the directory, by a token if one is given. */
export async function provision(
  person: { id: string },
  { token = null as string | null, externalId = null as string | null } = {},
): Promise<void> {
  await query('update users set user_name = email, user_name_key = email, external_id = $3, scim_token_id = $2 where id = $1', [
    person.id,
    token,
    externalId,
  ]);
}

/** A group that the directory made, with the portal's group to which it leads. */
export async function makeScimGroup(tenant: { id: string }, { name = 'Directory' } = {}): Promise<{ id: string; userGroupId: string }> {
  const group = await makeUserGroup(tenant, { name });
  const id = makeId();
  await query('insert into scim_groups (tenant_id, id, user_group_id, display_name, display_key) values ($1, $2, $3, $4, $5)', [
    tenant.id,
    id,
    group.id,
    name,
    fold(name),
  ]);
  return { id, userGroupId: group.id };
}

export const scimUser = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const scimGroup = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const scimEnterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const scimPatch = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** A directory of a tenant: calls below /scim/v2 with its token. */
export function getDirectory(harness: Harness, place: { host: string }, token: string) {
  const client: Api = api(harness, place, token);
  const headers = { 'content-type': 'application/scim+json' };
  const call = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    client.call(method, `/scim/v2${path}`, {
      ...(body === undefined ? {} : { body }),
      headers: { ...(body === undefined ? {} : headers), ...more },
    });
  return {
    call,
    get: (path: string, more?: Record<string, string>) => call('GET', path, undefined, more),
    post: (path: string, body: unknown, more?: Record<string, string>) => call('POST', path, body, more),
    put: (path: string, body: unknown, more?: Record<string, string>) => call('PUT', path, body, more),
    patch: (path: string, operations: unknown[], more?: Record<string, string>) =>
      call('PATCH', path, { schemas: [scimPatch], Operations: operations }, more),
    delete: (path: string, more?: Record<string, string>) => call('DELETE', path, undefined, more),
  };
}
export type DirectoryClient = ReturnType<typeof getDirectory>;
