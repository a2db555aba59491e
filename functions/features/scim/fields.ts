import type { Directory } from '../../../db/client.ts';
import type { CustomField } from '../../../domain/custom-fields/field.ts';
import type { Context } from '../../http/context.ts';
import { fieldsOf, fieldsQuery } from '../custom-fields/index.ts';

const keptMs = 15_000;
const mostTenants = 1_000;
const kept = new Map<string, { fields: readonly CustomField[]; until: number }>();

/** The custom fields of people, kept for a moment so that a sync does not ask for them with every person. Only a living token fills it. */
export async function fieldsOfTenant(ctx: Context, directory: Directory): Promise<readonly CustomField[]> {
  const known = kept.get(directory.tenant);
  if (known && known.until > ctx.clock.now() && known.until <= ctx.clock.now() + keptMs) return known.fields;
  // One of many at once asks anew; the others go on with what was known.
  if (known) known.until = ctx.clock.now() + keptMs;
  const [found] = await ctx.database.withScim(directory, (db) => [fieldsQuery(db, 'user')]);
  const fields = fieldsOf(found);
  if (kept.size >= mostTenants) kept.clear();
  kept.set(directory.tenant, { fields, until: ctx.clock.now() + keptMs });
  return fields;
}
