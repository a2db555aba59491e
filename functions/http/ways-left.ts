import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { mustHold } from '../../db/hold.ts';
import { raw } from '../../db/raw.ts';
import { AppError } from '../../domain/errors/catalogue.ts';

/** SQL: whether all layers above leave to this tenant what one of their settings says; unsaid is left (Spec 6). */
export const leftBelow = (setting: `below_${string}` | 'mostrar_ultima_atualizacao_relatorio_global'): SQL =>
  sql.raw(`(select coalesce(bool_and(coalesce((v->>'${setting}')::boolean, true)), true) from app.settings_above() v)`);

/** SQL: whether all layers above leave the ways in (SAML, Entra, SCIM) to this tenant (Spec 6, `below_saml`). */
export const waysLeft = leftBelow('below_saml');

const leftRow = raw('ways.left', { is_left: 'bool' });
export const readLeft = (db: Db) => leftRow(db, sql`select ${waysLeft} as is_left`);

type Left = Awaited<ReturnType<typeof readLeft>>;
export const isLeft = ({ rows: [row] }: Left): boolean => row?.is_left ?? false;
/** Aborts the write if a layer above has taken the ways in back since they were read. */
export const holdLeft = (db: Db) => mustHold(db, waysLeft);

/** Held against the answer of `readLeft`: what the layer above keeps is not even read here. */
export function refuseUnlessLeft(left: Left): void {
  if (!isLeft(left)) throw new AppError('function_disabled');
}
