import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { getConfig, type SettingsForm } from '../../../domain/settings/contract.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';

export const readSettings = bind(getConfig, async (_input, ctx) => {
  const [own] = await ctx.database.withTenant(entryOf(ctx, 'settings.read'), (db) => [db.execute(sql`select "values" from settings`)]);
  return { config: mergeSettings(rowsOf<{ values: Partial<SettingsForm> }>(own)[0]?.values) };
});
