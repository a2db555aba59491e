import { sql } from 'drizzle-orm';
import { can } from '../../../domain/access/permissions.ts';
import type { Flag } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { SessionContext } from '../../request/context.ts';

/** Only administrators share views. */
export function maySet(ctx: SessionContext, shared: Flag | undefined): void {
  if (shared === 'S' && !can(ctx.session, 'listViews.share')) throw new AppError('not_permitted');
}

/** The views `v` that this user may change: their own and, for administrators, the shared ones. */
export const changeable = (ctx: SessionContext) =>
  sql`(v.user_id = (select app.user_id()) or (${can(ctx.session, 'listViews.share')}::boolean and v.shared))`;
