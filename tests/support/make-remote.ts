import { createHash, randomUUID } from 'node:crypto';
import { query } from './database.ts';
import { makeId } from './make-id.ts';

type Options = {
  kind?: 'remote' | 'view';
  state?: string;
  reach?: 'view' | 'act';
  minutes?: number;
  needsAdmin?: boolean;
  needsPerson?: boolean;
  at?: number;
  /** How long it may wait for a decision; once allowed, half as long for its asker. */
  openMinutes?: number;
  token?: string;
};

/** The unit allows remote access, and so do these people. */
export async function allowRemote(tenant: { id: string }, ...people: { id: string }[]): Promise<void> {
  await query(`update settings set "values" = "values" || '{"allow_access_remote":"S"}' where tenant_id = $1`, [tenant.id]);
  await query('update users set allow_remote = true where tenant_id = $1 and id = any($2)', [tenant.id, people.map(({ id }) => id)]);
}

/** A request as the asker's page knows it; the token is that of the page. */
export async function makeRemoteRequest(
  tenant: { id: string },
  asker: { id: string; name: string },
  person: { id: string },
  {
    kind = 'remote',
    state = 'requested',
    reach = 'act',
    minutes = 30,
    needsAdmin = false,
    needsPerson = true,
    at = Date.now(),
    openMinutes = 10,
    ...more
  }: Options = {},
): Promise<{ id: string; token: string }> {
  const [id, token] = [makeId(), more.token ?? createHash('sha256').update(randomUUID()).digest('base64url')];
  const hash = `\\x${createHash('sha256').update(token).digest('hex')}`;
  await query(
    `insert into remote_requests (tenant_id, id, kind, asker_home_id, asker_id, asker_name, user_id, reason, ticket, reach, minutes, state,
      needs_admin, needs_person, wait_hash, created_at, expires_at, enter_by, admin_at, person_at)
     values ($1, $2, $3, $1, $4, $5, $6, 'Conferir um filtro', '1284', $7, $8, $9, $10, $11, $12::bytea, $13,
       $13::timestamptz + make_interval(mins => $14::int),
       case when $9::text = 'authorized' then $13::timestamptz + make_interval(mins => $14::int / 2) end,
       case when $10::boolean and $9::text <> 'requested' then $13::timestamptz end,
       case when $11::boolean and $9::text <> 'requested' then $13::timestamptz end)`,
    [
      tenant.id,
      id,
      kind,
      asker.id,
      asker.name,
      person.id,
      reach,
      minutes,
      state,
      needsAdmin,
      needsPerson,
      hash,
      new Date(at).toISOString(),
      openMinutes,
    ],
  );
  return { id, token };
}
