import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import type { SessionContext } from '../../request/context.ts';
import { sendMessage } from '../../request/messages.ts';

const wake = raw('capacity.look', { woken: 'bool' });
/** Makes a capacity that the caller's unit reaches due for a look; `lookSoon` follows once it is committed. */
export const wakeCapacity = (db: Db, id: string) => wake(db, sql`select app.wake(${id}::uuid) as woken`);

/** Has a capacity looked at now instead of at the next tick. The caller has set its `next_look_at`, so a lost message costs a minute. */
export const lookSoon = (ctx: Pick<SessionContext, 'env' | 'later'>, id: string): void =>
  ctx.later(sendMessage(ctx.env, { kind: 'capacity', id }));
