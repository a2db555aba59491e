import { randomBytes } from 'node:crypto';
import type { OwnerSql } from './owner.ts';

/** The roles a request may come as; `owner` is for migrations, seeds and tests and never reaches the Worker. */
export const roleNames = {
  app: 'mirante_app',
  wide: 'mirante_wide',
  public: 'mirante_public',
  door: 'mirante_door',
  job: 'mirante_job',
  owner: 'mirante_owner',
} as const;
export type RoleKey = keyof typeof roleNames;
export type Passwords = Record<RoleKey, string>;

const keys = Object.keys(roleNames) as RoleKey[]; // because Object.keys forgets the literal names.

export function makePasswords(): Passwords {
  // Because fromEntries forgets the keys.
  return Object.fromEntries(keys.map((key) => [key, randomBytes(18).toString('base64url')])) as Passwords;
}

/** The host name matters to the driver only: it sends every request to NEON_FETCH_ENDPOINT. */
export function getUrls(passwords: Passwords): Record<RoleKey, string> {
  const url = (key: RoleKey) => [key, `postgresql://${roleNames[key]}:${passwords[key]}@database.localhost/mirante`];
  return Object.fromEntries(keys.map(url)) as Record<RoleKey, string>; // because fromEntries forgets the keys.
}

/** Migrations create the roles without a login; the caller then adds login and password. */
export async function letRolesIn(owner: OwnerSql, passwords: Passwords): Promise<void> {
  for (const key of keys.filter((each) => each !== 'owner')) {
    const { rows } = await owner.query('select 1 from pg_roles where rolname = $1', [roleNames[key]]);
    if (rows.length === 1) await owner.exec(`alter role ${roleNames[key]} login password '${passwords[key].replaceAll("'", "''")}'`);
  }
}
