import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import type { Context } from '../../http/context.ts';

/** Counts a sign-in that begins at a provider (`se`), or an answer that comes from one (`sa`), against the limit of its address. */
export const samlWait = (ctx: Context, step: 'se' | 'sa'): SQL =>
  sql`select app.saml_wait(${ctx.tenant.id}::uuid, ${ctx.address}, ${step}) as wait`;

/** How long the address has to wait; 0 when it may go on. */
export const secondsIn = (result: Parameters<typeof rowsOf>[0]): number => rowsOf<{ wait: number }>(result)[0]?.wait ?? 0;
