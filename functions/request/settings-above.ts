import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { raw, typed } from '../../db/raw.ts';
import type { SettingsForm } from '../../domain/settings/contract.ts';

const above = raw('settings.above', { settings_above: typed<Partial<SettingsForm>>('jsonb') });

/** The settings saved by the layers above this tenant, one row each. */
export const readAbove = (db: Db) => above(db, sql`select app.settings_above() as settings_above`);
