import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { homeOf } from '../../../domain/access/screens.ts';
import { backToPartner } from '../../../domain/partner-switch/contract.ts';
import { bind } from '../../http/bind.ts';
import { originOf } from '../../http/origin-of.ts';
import { endActAs } from '../remote-access/index.ts';

/** The partner's own session stands on its own host; where it has died, the sign-in stands there (BEHAVIOUR 13). */
export const leaveUnit = bind(backToPartner, async (_input, ctx) => {
  // Who is nobody's visitor has nowhere to go back to.
  if (ctx.session.acting?.via !== 'partner') return { redirect: null, intended: homeOf(ctx.session.profile) };
  const [found] = await ctx.database.withDoor((db) => [db.execute(sql`select host from app.partner_home(${ctx.session.sid}::uuid)`)]);
  await endActAs(ctx, ctx.session.sid, 'asker');
  const host = rowsOf<{ host: string | null }>(found)[0]?.host;
  return { redirect: host ? `${originOf(host, ctx.env)}/companies` : null, intended: homeOf('master') };
});
