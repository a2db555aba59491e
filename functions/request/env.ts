import type { Fetcher, KVNamespace, Queue, R2Bucket } from '@cloudflare/workers-types';
import type { JobMessage } from '../../domain/jobs/message.ts';
import type { QueueBinding } from '../../domain/jobs/queues.ts';

export type Env = Record<QueueBinding, Queue<JobMessage>> & {
  STAGE: 'local' | 'test' | 'production';
  PRODUCT_HOST: string;
  NEON_FETCH_ENDPOINT?: string;
  ENTRA_AUTHORITY: string;
  /** The cloud identity provider for sign-in; the report service's authority is a separate setting. */
  SIGN_IN_AUTHORITY: string;
  /** The product's multi-tenant app registration; set both or neither. */
  ENTRA_CLIENT_ID?: string;
  ENTRA_CLIENT_SECRET?: string;
  REPORT_SERVICE_API: string;
  /** Azure Resource Manager, which lists the capacities that run reports. */
  AZURE_MANAGEMENT_API: string;
  /** The one local origin that may embed reports; empty in production. */
  REPORT_SERVICE_EMBED_ORIGIN?: string;
  /** The platform's mail server (docs/deploy.md). */
  SMTP_HOST: string;
  SMTP_PORT: string;
  /** tls or starttls; `none` only for the stand-in. */
  SMTP_PROTOCOL: string;
  SMTP_USER: string;
  SMTP_PASSWORD?: string;
  /** The sender address of the platform's mail; its display name is the tenant's name. */
  SMTP_FROM: string;
  /** How many bulk mails per second the platform's server gets; 10 if empty. */
  SMTP_BULK_PER_SECOND?: string;
  /** The DNS-over-HTTPS resolver that is asked before connecting to a tenant's mail server; if empty, the check is skipped. */
  DNS_OVER_HTTPS?: string;
  /** Comma-separated `host:port` pairs of local servers that tenants may use as mail server; empty in production. */
  SMTP_STAND_IN?: string;
  /** Comma-separated `host:port` pairs of local identity providers whose metadata may be read; empty in production. */
  SAML_STAND_IN?: string;
  /** A range service for leaked passwords, such as https://api.pwnedpasswords.com; if empty, the check is skipped. */
  LEAKED_PASSWORDS_API?: string;
  /** The base-2 logarithm of scrypt's N for new passwords; 14 if empty. Production refuses less. */
  PASSWORD_COST?: string;
  /** The port of a local portal, for links in mail; empty in production. */
  PORTAL_PORT?: string;
  /** '1' lets a request set the current time; tests only. */
  TEST_CLOCK?: string;
  /** A deadline in milliseconds for every queue message, instead of its queue's own; tests only. */
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
  /** The uploaded version; its tag is empty when nothing was deployed. */
  VERSION?: { id: string; tag: string };
};

const databases = ['DATABASE_URL_APP', 'DATABASE_URL_WIDE', 'DATABASE_URL_PUBLIC', 'DATABASE_URL_DOOR', 'DATABASE_URL_JOB'] as const;
const keys = ['JWT_KEYS', 'SEAL_KEYS', 'FILE_KEY'] as const;
const secrets = [...databases, ...keys] as const;
const addresses = ['ENTRA_AUTHORITY', 'SIGN_IN_AUTHORITY', 'REPORT_SERVICE_API', 'AZURE_MANAGEMENT_API'] as const;
/** Whole words only: the letters may stand by chance in a random key. */
const isDemo = (value: string) => /(?<![a-z\d])demo(?![a-z\d])/i.test(value);
const isLocalAddress = (value: string) => /localhost|127\.0\.0\.1|\[::1\]|\.test\b/.test(value);

/** Returns the faulty settings by name. Production refuses demo secrets and stand-in addresses. */
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
      // Because JSON.parse returns any.
      const ring = JSON.parse(value(name) || '{}') as { current?: string; keys?: Record<string, unknown> };
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
    if (isDemo(value('ENTRA_CLIENT_SECRET'))) faults.push('ENTRA_CLIENT_SECRET is a demo secret');
    if (!value('SIGN_IN_AUTHORITY').startsWith('https://')) faults.push('SIGN_IN_AUTHORITY must be an https address');
    if (isDemo(value('SMTP_PASSWORD'))) faults.push('SMTP_PASSWORD is a demo secret');
    if (value('REPORT_SERVICE_EMBED_ORIGIN')) faults.push('REPORT_SERVICE_EMBED_ORIGIN is a stand-in');
    if (value('NEON_FETCH_ENDPOINT')) faults.push('NEON_FETCH_ENDPOINT is a stand-in');
    for (const name of [...addresses, ...databases]) if (isLocalAddress(value(name))) faults.push(`${name} is a stand-in`);
    for (const name of keys) if (isDemo(value(name))) faults.push(`${name} is a demo secret`);
    if (value('PRODUCT_HOST') === 'localhost') faults.push('PRODUCT_HOST is a stand-in');
  }
  return faults;
}
