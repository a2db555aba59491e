import { and, asc, countDistinct, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { identities } from '../../../db/schema/identities.ts';
import { userGroups } from '../../../db/schema/user-groups.ts';
import { users } from '../../../db/schema/users.ts';
import { ssoApps } from '../../../db/schema/ways-in.ts';
import { readEntra } from '../../../domain/entra/contract.ts';
import { joiningProfiles } from '../../../domain/identities/join.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { readDelegated, refuseUnlessDelegated } from '../../request/delegation.ts';
import { getCallback } from './provider.ts';
import type { Stored } from './registration.ts';

const maxGroups = 500;

const readApp = (db: Db) => {
  const people = db
    .select({ n: countDistinct(identities.userId) })
    .from(identities)
    .innerJoin(users, and(eq(users.tenantId, identities.tenantId), eq(users.id, identities.userId)))
    .where(and(eq(identities.kind, 'entra'), isNull(users.deletedAt)));
  return db
    .select({
      name: ssoApps.name,
      status: ssoApps.status,
      settings: sql<Omit<Stored, 'secret'>>`${ssoApps.settings} - 'secret'`,
      domains: ssoApps.domains,
      lastUsedAt: ssoApps.lastUsedAt,
      version: ssoApps.version,
      people: sql<number>`(${people})::int`,
    })
    .from(ssoApps)
    .where(eq(ssoApps.kind, 'entra'));
};
type Row = Awaited<ReturnType<typeof readApp>>[number];

export const readOneEntra = bind(readEntra, async (_input, ctx) => {
  const [left, [row], groups] = await ctx.database.withTenant(getEntry(ctx, 'signOn.manage'), (db) => [
    readDelegated(db),
    readApp(db),
    db
      .select({ id: userGroups.id, name: userGroups.name })
      .from(userGroups)
      .where(isNull(userGroups.deletedAt))
      .orderBy(asc(userGroups.sortKey), asc(userGroups.id))
      .limit(maxGroups),
  ]);
  refuseUnlessDelegated(left);
  return {
    entra: row ? shown(row) : null,
    shared: Boolean(ctx.env.ENTRA_CLIENT_ID && ctx.env.ENTRA_CLIENT_SECRET),
    callback: getCallback(ctx.env),
    profiles: [...joiningProfiles(ctx.tenant.kind)],
    groups,
  };
});

function shown({ name, status, settings, domains, lastUsedAt, version, people }: Row) {
  const { directories, own, clientId, secretAt, link, jit, jitStatus, guests, groups } = settings;
  const enabled = status === 'A' ? ('S' as const) : ('N' as const);
  return {
    enabled,
    name,
    directories,
    own,
    clientId,
    secretAt,
    domains,
    link,
    jit,
    jitStatus,
    defaultProfile: 'user' as const,
    guests: guests ?? ('N' as const),
    groups,
    people,
    lastUsedAt,
    version,
  };
}
