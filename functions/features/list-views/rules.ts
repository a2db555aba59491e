import { sql } from 'drizzle-orm';
import { can } from '../../../domain/access/permissions.ts';
import type { Flag } from '../../../domain/contract/fields.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { SessionContext } from '../../http/context.ts';

/** A view for everybody is given by who administers. */
export function maySet(ctx: SessionContext, shared: Flag): void {
  if (shared === 'S' && !can(ctx.session, 'listViews.share')) throw new AppError('not_permitted');
}

/** The views `v` that this person may change: the own ones, and for who administers the shared ones. */
export const changeable = (ctx: SessionContext) =>
  sql`(v.user_id = (select app.user_id()) or (${can(ctx.session, 'listViews.share')}::boolean and v.shared))`;
