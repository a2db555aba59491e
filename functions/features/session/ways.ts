import { sql } from 'drizzle-orm';
import type { SignInPage } from '../../../domain/session/contract.ts';

/** SQL: whether this host's tenant takes passwords; `app.takes_passwords` says what that hangs on. */
export const takesPasswords = (tenantId: string) => sql`app.takes_passwords(${tenantId}::uuid)`;

/** The ways in that a host offers beside its providers. */
export const waysOf = (passwords: boolean): SignInPage['ways'] => (passwords ? ['password', 'passkey'] : ['passkey']);
