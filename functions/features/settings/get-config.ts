import { eq } from 'drizzle-orm';
import { settings } from '../../../db/schema/index.ts';
import { getConfig, type SettingsForm } from '../../../domain/settings/contract.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';

export const readSettings = bind(getConfig, async (_input, ctx) => {
  const [own] = await ctx.database.withTenant(entryOf(ctx, 'settings.read'), (db) => [
    db.select({ values: settings.values }).from(settings).where(eq(settings.tenantId, ctx.session.tenant)),
  ]);
  return { config: mergeSettings(own[0]?.values as Partial<SettingsForm> | undefined) }; // because the column holds the form's values
});
