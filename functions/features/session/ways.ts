import { sql } from 'drizzle-orm';
import type { SignInPage } from '../../../domain/session/contract.ts';

/** SQL: whether this host's tenant takes passwords; `app.takes_passwords` says what depends on it. */
export const takesPasswords = (tenantId: string) => sql`app.takes_passwords(${tenantId}::uuid)`;

/** The sign-in methods of a host beside its providers. */
export const signInMethods = (passwords: boolean): SignInPage['ways'] => (passwords ? ['password', 'passkey'] : ['passkey']);
