import type { Fetcher, KVNamespace, Queue, R2Bucket } from '@cloudflare/workers-types';
import type { JobMessage } from '../../domain/jobs/message.ts';
import type { QueueBinding } from '../../domain/jobs/queues.ts';

export type Env = Record<QueueBinding, Queue<JobMessage>> & {
  STAGE: 'local' | 'test' | 'production';
  PRODUCT_HOST: string;
  NEON_FETCH_ENDPOINT?: string;
  ENTRA_AUTHORITY: string;
  /** Where people sign in by the cloud identity provider; the report service's authority is another setting. */
  SIGN_IN_AUTHORITY: string;
  /** The product's app registration for many directories; both or none. */
  ENTRA_CLIENT_ID?: string;
  ENTRA_CLIENT_SECRET?: string;
  REPORT_SERVICE_API: string;
  /** Azure Resource Manager: the capacities on which reports run. */
  AZURE_MANAGEMENT_API: string;
  /** The one local origin from which reports may be embedded; empty in production. */
  REPORT_SERVICE_EMBED_ORIGIN?: string;
  /** The platform's mail server (docs/deploy.md). */
  SMTP_HOST: string;
  SMTP_PORT: string;
  /** tls, starttls; none for the stand-in. */
  SMTP_PROTOCOL: string;
  SMTP_USER: string;
  SMTP_PASSWORD?: string;
  /** The address from which the platform's mail leaves; the name before it is the tenant's. */
  SMTP_FROM: string;
  /** How many bulk mails the platform's server is given in a second; empty is 10. */
  SMTP_BULK_PER_SECOND?: string;
  /** Where names are looked up over HTTPS before a tenant's mail server is connected to; empty asks nobody. */
  DNS_OVER_HTTPS?: string;
  /** `host:port` pairs, divided by commas, that a tenant's mail server may name although they are local; empty in production. */
  SMTP_STAND_IN?: string;
  /** `host:port` pairs, divided by commas, from which metadata of a local identity provider may be read; empty in production. */
  SAML_STAND_IN?: string;
  /** A range service that knows leaked passwords, such as https://api.pwnedpasswords.com; empty asks nobody. */
  LEAKED_PASSWORDS_API?: string;
  /** The logarithm of scrypt's N for passwords that are set from now on; empty is 14, and production takes no less. */
  PASSWORD_COST?: string;
  /** The port of a local portal, for links in mail; empty in production. */
  PORTAL_PORT?: string;
  /** '1' lets a request say what time it is; tests only. */
  TEST_CLOCK?: string;
  /** How many milliseconds a message of a queue may take, instead of its queue's own deadline; tests only. */
  TEST_DEADLINE_MS?: string;
  DATABASE_URL_APP: string;
  DATABASE_URL_WIDE: string;
  DATABASE_URL_PUBLIC: string;
  DATABASE_URL_DOOR: string;
  DATABASE_URL_JOB: string;
  JWT_KEYS: string;
  SEAL_KEYS: string;
  FILE_KEY: string;
  ASSETS: Fetcher;
  HOSTS: KVNamespace;
  FILES: R2Bucket;
  /** The uploaded version; its tag is empty where nothing was deployed. */
  VERSION?: { id: string; tag: string };
};

const secrets = [
  'DATABASE_URL_APP',
  'DATABASE_URL_WIDE',
  'DATABASE_URL_PUBLIC',
  'DATABASE_URL_DOOR',
  'DATABASE_URL_JOB',
  'JWT_KEYS',
  'SEAL_KEYS',
  'FILE_KEY',
] as const;
const addresses = ['ENTRA_AUTHORITY', 'SIGN_IN_AUTHORITY', 'REPORT_SERVICE_API', 'AZURE_MANAGEMENT_API'] as const;
const isLocalAddress = (value: string) => /localhost|127\.0\.0\.1|\[::1\]|\.test\b/.test(value);

/** Says what is wrong with the settings, by name; production refuses demo secrets and stand-in addresses. */
export function settingsFaults(env: Partial<Record<keyof Env, unknown>>): string[] {
  const faults: string[] = [];
  const value = (name: keyof Env) => (typeof env[name] === 'string' ? (env[name] as string) : ''); // because bindings are not strings
  if (!['local', 'test', 'production'].includes(value('STAGE'))) faults.push('STAGE must be local, test or production');
  if (!/^[a-z0-9.-]{1,253}$/.test(value('PRODUCT_HOST'))) faults.push('PRODUCT_HOST must be a host name');
  for (const name of secrets) if (!value(name)) faults.push(`${name} is missing`);
  for (const name of secrets) if (value(name).length > 20_000) faults.push(`${name} is too long`);
  for (const name of addresses) if (!/^https?:\/\/[^\s]+$/.test(value(name))) faults.push(`${name} must be an address`);
  if (Boolean(value('ENTRA_CLIENT_ID')) !== Boolean(value('ENTRA_CLIENT_SECRET')))
    faults.push(`${value('ENTRA_CLIENT_ID') ? 'ENTRA_CLIENT_SECRET' : 'ENTRA_CLIENT_ID'} is missing`);
  for (const name of ['JWT_KEYS', 'SEAL_KEYS'] as const) {
    try {
      const ring = JSON.parse(value(name) || '{}') as { current?: string; keys?: Record<string, unknown> }; // because JSON.parse gives any
      if (value(name) && !(ring.current && ring.keys?.[ring.current])) faults.push(`${name} has no current key`);
    } catch {
      faults.push(`${name} is not JSON`);
    }
  }
  if (value('PASSWORD_COST') && !/^([1-9]|1[0-5])$/.test(value('PASSWORD_COST'))) faults.push('PASSWORD_COST must be 1 to 15');
  if (value('SMTP_BULK_PER_SECOND') && !(Number(value('SMTP_BULK_PER_SECOND')) >= 0.1 && Number(value('SMTP_BULK_PER_SECOND')) <= 1000))
    faults.push('SMTP_BULK_PER_SECOND must be 0.1 to 1000');
  if (value('STAGE') === 'production') {
    for (const name of ['TEST_CLOCK', 'TEST_DEADLINE_MS'] as const) if (value(name)) faults.push(`${name} is for tests`);
    for (const name of ['SMTP_HOST', 'SMTP_FROM', 'SMTP_USER', 'SMTP_PASSWORD'] as const)
      if (!value(name)) faults.push(`${name} is missing`);
    for (const name of ['SMTP_HOST', 'DNS_OVER_HTTPS'] as const) if (isLocalAddress(value(name))) faults.push(`${name} is a stand-in`);
    if (!/^(465|587|2525)$/.test(value('SMTP_PORT'))) faults.push('SMTP_PORT must be 465, 587 or 2525');
    if (!['tls', 'starttls'].includes(value('SMTP_PROTOCOL'))) faults.push('SMTP_PROTOCOL must be tls or starttls');
    if (!/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(value('SMTP_FROM')) || isLocalAddress(value('SMTP_FROM')))
      faults.push('SMTP_FROM must be an address of the product');
    if (!/^https:\/\/[^\s]+$/.test(value('DNS_OVER_HTTPS'))) faults.push('DNS_OVER_HTTPS must be an https address');
    if (value('SMTP_STAND_IN')) faults.push('SMTP_STAND_IN is a stand-in');
    if (value('SAML_STAND_IN')) faults.push('SAML_STAND_IN is a stand-in');
    if (
      value('LEAKED_PASSWORDS_API') &&
      (!value('LEAKED_PASSWORDS_API').startsWith('https://') || isLocalAddress(value('LEAKED_PASSWORDS_API')))
    )
      faults.push('LEAKED_PASSWORDS_API must be an https address');
    if (value('PASSWORD_COST') && Number(value('PASSWORD_COST')) < 14) faults.push('PASSWORD_COST must be 14 or 15');
    if (value('PORTAL_PORT')) faults.push('PORTAL_PORT is for a local portal');
    if (value('ENTRA_CLIENT_ID') && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value('ENTRA_CLIENT_ID')))
      faults.push('ENTRA_CLIENT_ID must be the id of an app registration');
    if (/demo/i.test(value('ENTRA_CLIENT_SECRET'))) faults.push('ENTRA_CLIENT_SECRET is a demo secret');
    if (!value('SIGN_IN_AUTHORITY').startsWith('https://')) faults.push('SIGN_IN_AUTHORITY must be an https address');
    if (/demo/i.test(value('SMTP_PASSWORD'))) faults.push('SMTP_PASSWORD is a demo secret');
    if (value('REPORT_SERVICE_EMBED_ORIGIN')) faults.push('REPORT_SERVICE_EMBED_ORIGIN is a stand-in');
    if (value('NEON_FETCH_ENDPOINT')) faults.push('NEON_FETCH_ENDPOINT is a stand-in');
    for (const name of [...addresses, ...secrets.slice(0, 4)]) if (isLocalAddress(value(name))) faults.push(`${name} is a stand-in`);
    for (const name of secrets.slice(4)) if (/demo/i.test(value(name))) faults.push(`${name} is a demo secret`);
    if (value('PRODUCT_HOST') === 'localhost') faults.push('PRODUCT_HOST is a stand-in');
  }
  return faults;
}
