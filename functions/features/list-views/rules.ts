import { NeonDbError } from '@neondatabase/serverless';
import { sql } from 'drizzle-orm';
import { can } from '../../../domain/access/permissions.ts';
import type { Flag } from '../../../domain/contract/fields.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { fold } from '../../../domain/text/fold.ts';
import type { SessionContext } from '../../http/context.ts';

/** A view for everybody is given by who administers. */
export function maySet(ctx: SessionContext, shared: Flag): void {
  if (shared === 'S' && !can(ctx.session, 'listViews.share')) throw new AppError('not_permitted');
}

/** The views `v` that this person may change: the own ones, and for who administers the shared ones. */
export const changeable = (ctx: SessionContext) =>
  sql`(v.user_id = (select app.user_id()) or (${can(ctx.session, 'listViews.share')}::boolean and v.shared))`;

export const keyOfName = (name: string): string => {
  const key = fold(name);
  if (!key) throw new AppError('invalid_input', { name: 'name', reason: 'invalid' }, { field: 'name' });
  return key;
};

export async function orNameTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NeonDbError && error.code === '23505') throw new AppError('name_taken', undefined, { field: 'name' });
    throw error;
  }
}
