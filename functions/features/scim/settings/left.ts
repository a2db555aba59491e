import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../../db/client.ts';
import { AppError } from '../../../../domain/errors/catalogue.ts';
import { waysLeft } from '../../../http/ways-left.ts';

export const leftQuery = sql`select ${waysLeft} as is_left`;

export function refuseUnlessLeft(result: { rows: unknown[] }): void {
  if (!rowsOf<{ is_left: boolean }>(result)[0]?.is_left) throw new AppError('function_disabled');
}
