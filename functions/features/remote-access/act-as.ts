import type { Database } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { endActing, notePage } from '../../../domain/remote-access/acting-contract.ts';
import { bind } from '../../request/bind.ts';
import type { Context, SessionContext } from '../../request/context.ts';
import { wakeOutbox } from '../mail/index.ts';
import { tokenOfFacts, tokenOfSession } from '../session/index.ts';
import { type EndedBy, endSession, writePage } from './remote-access.sql.ts';

/** The sign-in answer for an act-as session that was just opened on this host; `facts` if the same transaction has read them. */
export async function actAsAnswer(ctx: Context, sid: string, facts?: Parameters<typeof tokenOfFacts>[2]) {
  const { token, user } = facts ? await tokenOfFacts(ctx, sid, facts) : await tokenOfSession(ctx, sid);
  return {
    status: 'ok' as const,
    token,
    intended: '/',
    perfil_usuario: user.perfil_usuario,
    user,
    redirect: null,
    message: null,
    domain: null,
    auth_type: 'act',
    tenant_id: ctx.tenant.id,
  };
}

/** Ends an act-as session within this call, records it with both ids and notifies both; false where no active session has this id. */
export async function endActAs(ctx: Context, sid: string, by: EndedBy): Promise<boolean> {
  const [{ rows }] = await ctx.database.withDoor((db) => [endSession(db, sid, by, ctx)]);
  return rows[0]?.ended ?? false;
}

/** The same for a job. */
export const endActAsByJob = (database: Database, sid: string, by: EndedBy) =>
  database.withJob(null, (db) => [endSession(db, sid, by, { address: null, requestId: null })]);

export const endOwnActing = bind(endActing, async (_input, ctx) => {
  if (!ctx.session.acting) return { status: 'ok' as const };
  await endActAs(ctx, ctx.session.sid, 'asker');
  wakeOutbox(ctx);
  return { status: 'ok' as const };
});

/** Adds to the summary; an ended session gets the same answer as every other call with one. */
async function openedPage(ctx: SessionContext, path: string, title: string): Promise<void> {
  const [{ rows }] = await ctx.database.withDoor((db) => [writePage(db, ctx.session.sid, path, title)]);
  if (!rows[0]?.noted) throw new AppError('session_gone');
}

export const noteOpenedPage = bind(notePage, async ({ path, title }, ctx) => {
  if (ctx.session.acting) await openedPage(ctx, path, title);
  return { status: 'ok' as const };
});
