import type { Refusal } from '../errors/refusal.ts';
import { bulkRate } from './bulk-rate.ts';

/** A mail server as the form and the audit log know it, without its password. */
type ServerFacts = {
  name: string;
  email: string;
  user: string;
  host: string;
  port: number;
  protocol: 'tls' | 'starttls' | 'none';
  enabled: boolean;
  bulkPerSecond: number;
};
/** What a form may omit. */
type Omittable = 'user' | 'enabled' | 'bulkPerSecond';
/** `version` is the one that the form shows, 0 where no server is set up. */
export type AskedServer = Omit<ServerFacts, Omittable> &
  Partial<Pick<ServerFacts, Omittable>> & { version: number; givesPassword: boolean };
export type StoredServer = ServerFacts & { version: number; hasPassword: boolean };
type AuditedServer = ServerFacts & { password?: 'changed' };
/** `staysVerified` is false when the last test was of another server, sender or password. */
export type SavePlan = { version: number; staysVerified: boolean; change: { before: ServerFacts | null; after: AuditedServer } };

type Login = Pick<ServerFacts, 'host' | 'port' | 'protocol' | 'user' | 'email'>;
const sameServer = (a: Login, b: Login) => a.host === b.host && a.port === b.port && a.protocol === b.protocol;
/** Whether both sign in to the same server as the same user; without a user name it is the sender's address. */
export const sameLogin = (a: Login, b: Login): boolean => sameServer(a, b) && (a.user || a.email) === (b.user || b.email);

/** A stored password is only used for the server and user it was entered for: any other needs it again. */
export function decideSave({ version, givesPassword, ...given }: AskedServer, stored: StoredServer | undefined): SavePlan | Refusal {
  if (version !== (stored?.version ?? 0)) return { refused: 'changed_meanwhile' };
  const { user, enabled, bulkPerSecond } = stored ?? { user: '', enabled: true, bulkPerSecond: bulkRate.usual };
  const after: ServerFacts = { user, enabled, bulkPerSecond, ...given };
  const change = { after: givesPassword ? { ...after, password: 'changed' as const } : after };
  if (!stored) return { version: 1, staysVerified: false, change: { before: null, ...change } };
  const { version: _, hasPassword, ...before } = stored;
  if (hasPassword && !givesPassword && !keepsLogin(before, after)) return { refused: 'mail_password_needed', field: 'password' };
  const staysVerified = !givesPassword && sameServer(before, after) && before.user === after.user && before.email === after.email;
  return { version: version + 1, staysVerified, change: { before, ...change } };
}

/** Entering a user name where the address was used so far also needs the password again. */
const keepsLogin = (before: Login, after: Login): boolean =>
  sameServer(before, after) && before.user === after.user && (before.user !== '' || before.email === after.email);
