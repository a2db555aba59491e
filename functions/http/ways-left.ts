import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../db/client.ts';
import { AppError } from '../../domain/errors/catalogue.ts';

/** SQL: whether all layers above leave to this tenant what one of their settings says; unsaid is left (Spec 6). */
export const leftBelow = (setting: `below_${string}` | 'mostrar_ultima_atualizacao_relatorio_global'): SQL =>
  sql.raw(`(select coalesce(bool_and(coalesce((v->>'${setting}')::boolean, true)), true) from app.settings_above() v)`);

/** SQL: whether all layers above leave the ways in (SAML, Entra, SCIM) to this tenant (Spec 6, `below_saml`). */
export const waysLeft = leftBelow('below_saml');

export const leftQuery = sql`select ${waysLeft} as is_left`;

/** Held against the answer of `leftQuery`: what the layer above keeps is not even read here. */
export function refuseUnlessLeft(result: { rows: unknown[] }): void {
  if (!rowsOf<{ is_left: boolean }>(result)[0]?.is_left) throw new AppError('function_disabled');
}
