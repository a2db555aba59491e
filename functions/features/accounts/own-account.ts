import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type RowOf, raw, type Shape } from '../../../db/raw.ts';
import { users } from '../../../db/schema/users.ts';
import type { PasswordFields } from '../../../domain/accounts/password-policy.ts';

const own = {
  wait: 'int4',
  email: 'text',
  password: 'text?',
  password_at: 'timestamptz',
  rules: 'jsonb',
  others: 'int4',
} as const satisfies Shape;
type OwnRow = RowOf<typeof own> & { rules: Partial<PasswordFields>[] };
const ownRows = raw('accounts.own', own);
const proofRows = raw('accounts.may_prove', { prove: 'bool' });

/** Reads the account behind this session, its owner's name, and whether the user has an account whose ownership must be proved first. */
export const readOwn = (db: Db, guess: boolean) =>
  [
    ownRows(db, sql`select * from app.own_account(${guess}::boolean)`),
    db.select({ name: users.name }).from(users).where(eq(users.id, sql`(select app.user_id())`)),
    proofRows(db, sql`select app.may_prove() as prove`),
  ] as const;

/** The account; undefined if the session has none or may not reach it. */
export const accountIn = ({ rows }: { rows: RowOf<typeof own>[] }): OwnRow | undefined => (rows as OwnRow[])[0]; // because rules are JSON
