import { and, asc, eq, isNull } from 'drizzle-orm';
import { settings } from '../../../db/schema/settings.ts';
import { domains } from '../../../db/schema/tenants.ts';
import { users } from '../../../db/schema/users.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { inForce } from '../../../domain/session/addresses.ts';
import { domainWhitelist } from '../../../domain/settings/contract.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';

/** A tenant's list applies on all its domains; nothing is answered about another tenant's domain. */
export const readWhitelist = bind(domainWhitelist, async ({ domain_id }, ctx) => {
  const host = (domain_id ?? ctx.host).toLowerCase();
  const [[domain], [own], exempt] = await ctx.database.withTenant(getEntry(ctx, 'settings.read'), (db) => [
    db.select({ host: domains.host }).from(domains).where(eq(domains.host, host)),
    db.select({ values: settings.values }).from(settings),
    db
      .select({ id: users.id, name: users.name })
      .from(users)
      .where(and(users.ipExempt, isNull(users.deletedAt)))
      .orderBy(asc(users.sortKey), asc(users.id)),
  ]);
  if (!domain) throw new AppError('not_found', undefined, { field: 'domain_id' });
  const { ip, listIp } = inForce({ ...mergeSettings(own?.values), trial: own?.values.ip_trial ?? null }, ctx.clock.now());
  return { domain_id: domain.host, ip, listIp: listIp ?? [], exempt, own: ctx.address };
});
