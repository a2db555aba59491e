import { control, getSession, makeEmbeddable, makePrincipal, type Principal } from '../guards/place.ts';
import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import type { Harness } from '../support/harness.ts';
import type { ReportOptions } from '../support/make-content.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type UserOptions } from '../support/make-user.ts';

const roles = { Regional: 'region', Tudo: null } as const;

type Scene = { rls?: boolean; restriction?: 'none' | 'filters' | 'rls'; report?: ReportOptions };

export function accessScene(harness: Harness) {
  /** A tenant with one report at the service, granted to no one yet, and an administrator. */
  async function scene({ rls = false, restriction = rls ? 'rls' : 'none', report: options = {} }: Scene = {}) {
    const tenant = await makeTenant();
    const principal = await makePrincipal({ roles: rls ? roles : {} });
    const report = await makeEmbeddable(tenant, principal, { needsIdentity: rls, needsRoles: rls, grantTo: [], ...options });
    await query('update reports set restriction = $1 where id = $2', [restriction, report.id]);
    const admin = await person(tenant, { profile: 'admin', name: 'Ada Chefe', rlsUsername: 'chefe', rlsRoles: ['Regional'] });
    const path = `/api/auth/reports/${report.id}`;
    return { tenant, principal, report, admin: admin.client, path };
  }
  async function person(tenant: Tenant, who: UserOptions = {}) {
    const user = await makeUser(tenant, who);
    const { token } = await getSession(tenant, user, who.profile ?? 'user', { flags: who.flags ?? [] });
    return { user, client: api(harness, tenant, token) };
  }
  return { scene, person };
}

export const to = (...users: { id: string }[]) => users.map(({ id }) => ({ kind: 'user', id }));
export const none = { identity: { as: 'none' } };
export const sul = { identity: { as: 'fixed', username: 'Sul', roles: ['Regional'] } };
export const filters = [{ table: 'Loja', column: 'Região', operator: 'In', values: ['Sul'] }];
export const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
export const names = (body: { items: { name: string }[] }) => body.items.map((row) => row.name);

export type Named = { subject: { name: string } };
export type Asked = { reports?: { allowEdit?: boolean }[]; identities?: { username: string; roles?: string[] }[] };
/** The tokens this principal requested from the service. */
export async function minted({ appId }: Principal): Promise<Asked[]> {
  const log = (await control('GET', `/__sim/log?principal=${appId}`)) as { calls: { path: string; asked: Asked }[] }; // because the stand-in answers so
  return log.calls.filter((call) => call.path.endsWith('/GenerateToken')).map((call) => call.asked);
}
