import { describe, expect, test } from 'vitest';
import { type Env, settingsFaults } from '../../functions/request/env.ts';
import { api } from '../support/api.ts';
import { newHarness, useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { world } from '../support/world.ts';

const url = (role: string) => `postgresql://mirante_${role}:x@ep-1.eu.aws.neon.tech/mirante`;
const ring = (key: unknown) => JSON.stringify({ current: '1', keys: { 1: key } });
const production: Partial<Record<keyof Env, unknown>> = {
  STAGE: 'production',
  PRODUCT_HOST: 'mirante.app',
  ENTRA_AUTHORITY: 'https://login.microsoftonline.com',
  SIGN_IN_AUTHORITY: 'https://login.microsoftonline.com',
  REPORT_SERVICE_API: 'https://api.powerbi.com',
  AZURE_MANAGEMENT_API: 'https://management.azure.com',
  DATABASE_URL_APP: url('app'),
  DATABASE_URL_WIDE: url('wide'),
  DATABASE_URL_PUBLIC: url('public'),
  DATABASE_URL_DOOR: url('door'),
  DATABASE_URL_JOB: url('job'),
  JWT_KEYS: ring({ kty: 'EC' }),
  SEAL_KEYS: ring('c2VjcmV0'),
  FILE_KEY: 'c2VjcmV0c2VjcmV0',
  SMTP_HOST: 'smtp.mirante.app',
  SMTP_PORT: '587',
  SMTP_PROTOCOL: 'starttls',
  SMTP_USER: 'portal',
  SMTP_PASSWORD: 'c2VjcmV0',
  SMTP_FROM: 'portal@mirante.app',
  DNS_OVER_HTTPS: 'https://cloudflare-dns.com/dns-query',
};

describe('the settings', () => {
  test('of a correct production are accepted', () => {
    expect(settingsFaults(production)).toEqual([]);
  });

  test.each([
    ['DATABASE_URL_JOB', 'postgresql://mirante_job:x@ep-1.eu.aws.neon.tech/demos'],
    ['SEAL_KEYS', ring('q3DemO9dGVzdA==')],
    ['FILE_KEY', 'c2VjDEMOc2VjcmV0'],
    ['SMTP_PASSWORD', 'Democracy'],
  ] as const)('with %s = %s are accepted', (name, value) => {
    expect(settingsFaults({ ...production, [name]: value })).toEqual([]);
  });

  test.each([
    ['STAGE', 'staging'],
    ['SIGN_IN_AUTHORITY', 'http://127.0.0.1:9'],
    ['SIGN_IN_AUTHORITY', ''],
    ['STAGE', undefined],
    ['PRODUCT_HOST', ''],
    ['PRODUCT_HOST', 'localhost'],
    ['PRODUCT_HOST', 'mirante.app/x'],
    ['ENTRA_AUTHORITY', 'http://127.0.0.1:8790'],
    ['REPORT_SERVICE_API', 'http://localhost:8790'],
    ['REPORT_SERVICE_API', 'api.powerbi.com'],
    ['AZURE_MANAGEMENT_API', 'http://127.0.0.1:8790'],
    ['REPORT_SERVICE_EMBED_ORIGIN', 'http://127.0.0.1:8790'],
    ['NEON_FETCH_ENDPOINT', 'http://127.0.0.1:5488/sql'],
    ['TEST_CLOCK', '1'],
    ['TEST_DEADLINE_MS', '1000'],
    ['DATABASE_URL_APP', undefined],
    ['DATABASE_URL_WIDE', 'postgresql://mirante_wide:x@database.localhost/mirante'],
    ['DATABASE_URL_PUBLIC', ''],
    ['DATABASE_URL_DOOR', ''],
    ['DATABASE_URL_JOB', undefined],
    ['DATABASE_URL_JOB', 'postgresql://mirante_job:x@database.localhost/mirante'],
    ['JWT_KEYS', undefined],
    ['JWT_KEYS', 'no json'],
    ['JWT_KEYS', '{"current":"2","keys":{"1":{}}}'],
    ['JWT_KEYS', ring('demo')],
    ['SEAL_KEYS', '{}'],
    ['SEAL_KEYS', ring('demo key')],
    ['SEAL_KEYS', ring('a-demo_key')],
    ['SMTP_HOST', ''],
    ['SMTP_HOST', '127.0.0.1'],
    ['SMTP_PORT', '25'],
    ['SMTP_PROTOCOL', 'none'],
    ['SMTP_FROM', 'portal@mirante.test'],
    ['SMTP_PASSWORD', undefined],
    ['SMTP_PASSWORD', 'demo'],
    ['SMTP_BULK_PER_SECOND', '0'],
    ['SMTP_BULK_PER_SECOND', 'many'],
    ['SMTP_STAND_IN', 'localhost:1025'],
    ['SAML_STAND_IN', 'localhost:8795'],
    ['DNS_OVER_HTTPS', 'http://127.0.0.1:8053'],
    ['PORTAL_PORT', '8787'],
    ['LEAKED_PASSWORDS_API', 'http://api.pwnedpasswords.com'],
    ['LEAKED_PASSWORDS_API', 'https://127.0.0.1:9'],
    ['PASSWORD_COST', '13'],
    ['PASSWORD_COST', '16'],
    ['FILE_KEY', 'demo'],
    ['FILE_KEY', 'x'.repeat(20_001)],
  ] as const)('with %s = %s are refused by name, without the value', (name, value) => {
    const faults = settingsFaults({ ...production, [name]: value });
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.join()).toContain(name);
    if (typeof value === 'string' && value.length > 8) expect(faults.join()).not.toContain(value);
  });
});

test('a production Worker with a demo secret serves nothing at all', async () => {
  const harness = newHarness({ vars: { STAGE: 'production', PRODUCT_HOST: 'mirante.app' } });
  try {
    const started = await harness.listen().then(
      () => true,
      () => false,
    );
    const answer = started
      ? await harness.fetch('http://mirante.app/signin').then(
          (response) => response.status,
          () => 500,
        )
      : 500;
    expect(answer).toBeGreaterThanOrEqual(500);
    expect(JSON.stringify(harness.getLogs())).toMatch(/refuses to start|TEST_CLOCK/);
  } finally {
    await harness.close();
  }
});

describe('a Worker whose role could bypass row-level security', () => {
  const unsafe = useHarness({ secrets: { DATABASE_URL_APP: world().database.urls.owner } });

  test('answers 503 to every call and logs the reason', async () => {
    const tenant = await makeTenant();
    for (const path of ['/api/login/config', '/api/auth/dashboard', '/api/login', '/api/openapi.json'])
      expect(await api(unsafe, tenant).post(path)).toMatchObject({ status: 503, body: { status: 'service_unavailable' } });
    expect(JSON.stringify(unsafe.getLogs())).toContain('role_bypasses_policies');
  });
});
