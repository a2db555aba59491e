import { getHome } from '../../../domain/access/screens.ts';
import { backToPartner } from '../../../domain/partner-access/contract.ts';
import { bind } from '../../request/bind.ts';
import { getOrigin } from '../../request/get-origin.ts';
import { endActAs } from '../remote-access/index.ts';
import { readPartnerHome } from './partner-access.sql.ts';

/** Returns to the partner's own host, where its own session, or the sign-in page if that session has ended, takes over (BEHAVIOUR 13). */
export const leaveUnit = bind(backToPartner, async (_input, ctx) => {
  // Only a partner's visit has a portal to return to.
  if (ctx.session.acting?.via !== 'partner') return { redirect: null, intended: getHome(ctx.session.profile) };
  const [{ rows }] = await ctx.database.withDoor((db) => [readPartnerHome(db, ctx.session.sid)]);
  await endActAs(ctx, ctx.session.sid, 'asker');
  const host = rows[0]?.host;
  return { redirect: host ? `${getOrigin(host, ctx.env)}/companies` : null, intended: getHome('master') };
});
