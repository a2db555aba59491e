import { getSession, makePlace } from '../guards/place.ts';
import type { Place } from '../guards/sample.ts';
import type { Statement } from './sql-roles.ts';

/** A unit with rows of its own, and a person with a session in it. */
export async function place(profile: 'admin' | 'master'): Promise<Place & { sid: string }> {
  const made = await makePlace(profile);
  return { ...made, sid: (await getSession(made.tenant, made.person, profile)).sid };
}

export const enter = ({ sid, tenant }: { sid: string; tenant: { id: string } }, rights: unknown = 1, action: unknown = null): Statement => [
  'select app.enter($1::uuid, $2::bigint, $3::uuid, $4::text)',
  [sid, rights, tenant.id, action],
];

export const owners = 'select distinct tenant_id::text as id from reports';
