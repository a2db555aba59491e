import { randomUUID } from 'node:crypto';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import type { Harness } from '../support/harness.ts';
import { makeTenant, platform, type TenantOptions } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

export const units = '/api/auth/units';
export const limit = (tenant: { id: string }, column: string, value: number) =>
  query(`update tenants set ${column} = $2 where id = $1`, [tenant.id, value]);
export const wish = (more: object = {}) => ({
  kind: 'unit',
  name: 'Café do Sul',
  language: 'pt-BR',
  timezone: 'America/Sao_Paulo',
  subdomain: `u-${randomUUID().slice(0, 18)}`,
  userLimit: 20,
  bonusUsers: 2,
  domainLimit: null,
  reportLimit: null,
  trialDays: null,
  defaultDirectory: 'N',
  restrictAccounts: 'N',
  allowReports: 'S',
  lastUpdate: 'S',
  theme: { from: 'default' },
  admin: { name: 'Bia Reis', email: `${randomUUID().slice(0, 13)}@cafe.test`, language: 'pt-BR' },
  ...more,
});
export const one = async (id: string) => (await query('select * from tenants where id = $1', [id]))[0];

/** The layers above units: test partners, and the platform's operator. */
export function tenantsScene(harness: Harness) {
  async function partner(options: TenantOptions = {}) {
    const tenant = await makeTenant({ kind: 'partner', ...options });
    const user = await makeUser(tenant, { profile: 'master' });
    return { tenant, user, master: await getApi(harness, tenant, user) };
  }
  async function operator() {
    const user = await makeUser({ id: platform.id }, { profile: 'a2m' });
    // The platform is no tenant of the tests' own.
    return { user, a2m: await getApi(harness, { ...platform, kind: 'unit', name: 'Mirante', origin: '' } as never, user) };
  }
  return { partner, operator };
}
