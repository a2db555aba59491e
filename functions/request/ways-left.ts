import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { mustHold } from '../../db/hold.ts';
import { raw } from '../../db/raw.ts';
import { AppError } from '../../domain/errors/catalogue.ts';

/** SQL: whether all layers above leave this setting to the tenant; an unset value means they do (Spec 6). */
export const leftBelow = (setting: `below_${string}` | 'mostrar_ultima_atualizacao_relatorio_global'): SQL =>
  sql.raw(`(select coalesce(bool_and(coalesce((v->>'${setting}')::boolean, true)), true) from app.settings_above() v)`);

/** SQL: whether all layers above leave the sign-in methods (SAML, Entra, SCIM) to this tenant (Spec 6, `below_saml`). */
export const waysLeft = leftBelow('below_saml');

const leftRow = raw('ways.left', { is_left: 'bool' });
export const readLeft = (db: Db) => leftRow(db, sql`select ${waysLeft} as is_left`);

type Left = Awaited<ReturnType<typeof readLeft>>;
export const isLeft = ({ rows: [row] }: Left): boolean => row?.is_left ?? false;
/** Aborts the write if a layer above has taken the sign-in methods back since they were read. */
export const holdLeft = (db: Db) => mustHold(db, waysLeft);

/** Checks the answer of `readLeft`; while a layer above keeps these settings, this tenant can't even read them. */
export function refuseUnlessLeft(left: Left): void {
  if (!isLeft(left)) throw new AppError('function_disabled');
}
