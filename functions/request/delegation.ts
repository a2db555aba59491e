import { type SQL, sql } from 'drizzle-orm';
import { mustHold } from '../../db/assertions.ts';
import type { Db } from '../../db/client.ts';
import { raw } from '../../db/raw.ts';
import { AppError } from '../../domain/errors/catalogue.ts';

/** SQL: whether all layers above leave this setting to the tenant; an unset value means they do (Spec 6). */
export const delegated = (setting: `below_${string}` | 'mostrar_ultima_atualizacao_relatorio_global'): SQL =>
  sql.raw(`(select coalesce(bool_and(coalesce((v->>'${setting}')::boolean, true)), true) from app.settings_above() v)`);

/** SQL: whether all layers above leave the sign-in methods (SAML, Entra, SCIM) to this tenant (Spec 6, `below_saml`). */
export const waysInDelegated = delegated('below_saml');

const leftRow = raw('ways.left', { is_left: 'bool' });
export const readDelegated = (db: Db) => leftRow(db, sql`select ${waysInDelegated} as is_left`);

type Left = Awaited<ReturnType<typeof readDelegated>>;
export const isDelegated = ({ rows: [row] }: Left): boolean => row?.is_left ?? false;
/** Aborts the write if a layer above has taken the sign-in methods back since they were read. */
export const assertDelegated = (db: Db) => mustHold(db, waysInDelegated);

/** Checks the answer of `readDelegated`; while a layer above keeps these settings, this tenant can't even read them. */
export function refuseUnlessDelegated(left: Left): void {
  if (!isDelegated(left)) throw new AppError('function_disabled');
}
