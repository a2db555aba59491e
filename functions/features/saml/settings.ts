import { sql } from 'drizzle-orm';
import { AppError } from '../../../domain/errors/catalogue.ts';

/** Whether all layers above let this tenant configure SAML (Spec 6). */
export const isLeft = sql`coalesce((select bool_and(coalesce((s->>'below_saml')::boolean, true)) from app.settings_above() s), true)`;

export function refuseUnlessLeft(outcome: { allowed: boolean } | undefined): void {
  if (outcome && !outcome.allowed) throw new AppError('function_disabled');
}
