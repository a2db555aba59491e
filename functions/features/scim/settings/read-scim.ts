import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../../db/client.ts';
import { scimTokens } from '../../../../db/schema/scim.ts';
import { users } from '../../../../db/schema/users.ts';
import { toFlag } from '../../../../domain/contract/flag.ts';
import { isoOrNull, toIso } from '../../../../domain/format/iso.ts';
import { readScim } from '../../../../domain/scim/contract.ts';
import { maxTokens } from '../../../../domain/scim/limits.ts';
import { bind } from '../../../request/bind.ts';
import { getEntry } from '../../../request/context.ts';
import { readDelegated, refuseUnlessDelegated } from '../../../request/delegation.ts';
import { getOrigin } from '../../../request/get-origin.ts';
import { readFacts, readProviders } from './settings.sql.ts';

const k = alias(scimTokens, 'k');
const readTokens = (db: Db) =>
  db
    .select({
      ...{ id: k.id, name: k.name, prefix: k.prefix, createdAt: k.createdAt, addedBy: users.name, expiresAt: k.expiresAt },
      expired: sql<boolean>`coalesce(${k.expiresAt} <= app.now(), false)`,
      ...{ lastUsedAt: k.lastUsedAt, lastIp: k.lastIp, version: k.version },
      provider: sql<{ kind: 'saml' | 'entra'; issuer: string } | null>`case when ${k.providerKind} is not null
        then jsonb_build_object('kind', ${k.providerKind}, 'issuer', ${k.providerIssuer}) end`,
    })
    .from(k)
    .leftJoin(users, and(eq(users.tenantId, k.tenantId), eq(users.id, k.addedById)))
    .where(isNull(k.revokedAt))
    .orderBy(asc(k.createdAt), asc(k.id));

export const readConnection = bind(readScim, async (_input, ctx) => {
  const [left, tokens, facts, providers] = await ctx.database.withTenant(getEntry(ctx, 'signOn.manage'), (db) => [
    readDelegated(db),
    readTokens(db),
    readFacts(db),
    readProviders(db),
  ]);
  refuseUnlessDelegated(left);
  const found = facts.rows[0] ?? { invite: false, version: 0, people: 0, groups: 0, errors: 0 };
  return {
    url: `${getOrigin(ctx.host, ctx.env)}/scim/v2`,
    tokens: tokens.map(({ createdAt, expiresAt, lastUsedAt, ...token }) => ({
      ...token,
      ...{ createdAt: toIso(createdAt), expiresAt: isoOrNull(expiresAt), lastUsedAt: isoOrNull(lastUsedAt) },
    })),
    mostTokens: maxTokens,
    providers: providers.rows,
    ...found,
    invite: toFlag(found.invite),
  };
});
