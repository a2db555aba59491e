import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { voteFaq } from '../../../domain/faq/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';

const voted = raw('faq.vote', { there: 'bool' });

/** One answer per user. It isn't recorded in the audit log: it changes nothing for anyone else. */
export const voteOnEntry = bind(voteFaq, async ({ id, helped }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, null), (db) => [
    voted(db, sql`select app.vote_faq(${id}::uuid, ${helped}::boolean) as there`),
  ]);
  if (!rows[0]?.there) throw new AppError('not_found');
  return { status: 'ok' as const };
});
