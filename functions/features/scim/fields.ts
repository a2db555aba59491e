import type { Directory } from '../../../db/client.ts';
import type { CustomField } from '../../../domain/custom-fields/field.ts';
import type { Context } from '../../request/context.ts';
import { fieldsQuery, getFields } from '../custom-fields/index.ts';

const keptMs = 15_000;
const maxTenants = 1_000;
const kept = new Map<string, { fields: readonly CustomField[]; until: number }>();

/** The custom fields of users, cached briefly so that a sync doesn't read them for every user. Only a valid token fills the cache. */
export async function fieldsOfTenant(ctx: Context, directory: Directory): Promise<readonly CustomField[]> {
  const known = kept.get(directory.tenant);
  if (known && known.until > ctx.clock.now() && known.until <= ctx.clock.now() + keptMs) return known.fields;
  // Of many concurrent calls one refreshes; the others continue with the stale value.
  if (known) known.until = ctx.clock.now() + keptMs;
  const [found] = await ctx.database.withScim(directory, (db) => [fieldsQuery(db, 'user')]);
  const fields = getFields(found);
  if (kept.size >= maxTenants) kept.clear();
  kept.set(directory.tenant, { fields, until: ctx.clock.now() + keptMs });
  return fields;
}
