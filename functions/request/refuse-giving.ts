import { type Gift, mayGive } from '../../domain/access/giving.ts';
import { AppError } from '../../domain/errors/catalogue.ts';
import type { SessionContext } from './context.ts';

/** Refuses permissions that this session may not give: a user can't give more than they have. */
export function refuseGiving(ctx: SessionContext, gift: Gift, field: string): void {
  if (!mayGive(ctx.session, gift)) throw new AppError('gives_more', undefined, { field });
}
