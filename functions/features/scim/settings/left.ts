import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../../db/client.ts';
import { AppError } from '../../../../domain/errors/catalogue.ts';

/** Whether all layers above leave the ways in to this tenant (Spec 6: a flag gates who may configure them). */
export const isLeft = sql`(select coalesce(bool_and(coalesce((v->>'below_saml')::boolean, true)), true) from app.settings_above() v)`;
export const leftQuery = sql`select ${isLeft} as is_left`;

export function refuseUnlessLeft(result: { rows: unknown[] }): void {
  if (!rowsOf<{ is_left: boolean }>(result)[0]?.is_left) throw new AppError('function_disabled');
}
