import { fold } from '../../domain/text/fold.ts';
import { query } from './database.ts';
import { makeId } from './make-id.ts';
import { world } from './world.ts';

export type UserOptions = {
  profile?: 'a2m' | 'master' | 'admin' | 'user';
  email?: string;
  name?: string;
  status?: string;
  flags?: string[];
  language?: string;
  rlsUsername?: string;
  rlsRoles?: string[];
  /** False leaves the person invited, without an account. */
  account?: boolean;
};
export type User = { id: string; email: string; name: string; tenantId: string };

/** A person of a tenant who can sign in with the tests' password; the same e-mail in another tenant is the same account. */
export async function makeUser(tenant: { id: string }, options: UserOptions = {}): Promise<User> {
  const id = makeId();
  const {
    profile = 'user',
    email = `${id.slice(0, 13)}@people.test`,
    name = `Person ${id.slice(0, 8)}`,
    status = 'A',
    flags = [],
    language = null,
  } = options;
  const { rlsUsername = null, rlsRoles = [], account = true } = options;
  await query(
    `with a as (insert into accounts (id, email, password) select gen_random_uuid(), $3, $11 where $12::boolean
        on conflict (email) do update set email = excluded.email returning id)
      insert into users (tenant_id, id, account_id, email, name, sort_key, profile, status, flags, language, rls_username, rls_roles)
      values ($1, $2, (select id from a), $3, $4, $5, $6, $7, $8, $9, $10, $13)`,
    [
      tenant.id,
      id,
      email,
      name,
      fold(name),
      profile,
      status,
      flags,
      language,
      rlsUsername,
      world().passwordHash,
      String(account),
      rlsRoles,
    ],
  );
  return { id, email, name, tenantId: tenant.id };
}
