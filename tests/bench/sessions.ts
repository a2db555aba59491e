import { randomUUID } from 'node:crypto';
import type { Profile } from '../../domain/access/profile.ts';
import { tokenService } from '../../functions/request/jwt.ts';
import { getHost, getId, partner, platform, userId } from './fill.ts';
import type { World } from './world.ts';

export type Session = { sid: string; host: string; token: string };

const getProfile = (tenant: number, k: number): Profile =>
  k > 1 ? 'user' : tenant === platform ? 'a2m' : tenant === partner ? 'master' : 'admin';

/** A new session for the k-th user of a tenant, without the cost of a sign-in's hash; signed as the Worker signs. */
export async function getSession(world: World, tenant: number, k: number): Promise<Session> {
  const sid = randomUUID();
  const home = getId('tenant', tenant);
  await world.owner.query(
    "insert into sessions (id, tenant_id, home_id, user_id, vouched, expires_at) values ($1, $2, $2, $3, 'account', now() + interval '8 hours')",
    [sid, home, userId(tenant, k)],
  );
  const claims = {
    sid,
    sub: userId(tenant, k),
    tenant: home,
    kind: 'own' as const,
    profile: getProfile(tenant, k),
    flags: [],
    hidden: [],
    ver: 1,
    act: null,
  };
  const host = getHost(tenant);
  return { sid, host, token: await tokenService(world.secrets.JWT_KEYS).sign(claims, host, Date.now()) };
}
