import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { changeCompany } from '../../../domain/companies/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getDomain } from '../../request/get-origin.ts';
import { getHash, newSecret } from '../../services/ids.ts';

/** `state` is ok, sign_in, prove or none. */
const changeRows = raw('companies.change', { state: 'text', host: 'text?' });

/** Creates a token for the other host, valid for a minute; presenting it there starts a session. The session here continues. */
export const leaveForCompany = bind(changeCompany, async ({ company }, ctx) => {
  // An act-as session can't move on to another unit (BEHAVIOUR 13: no chain).
  if (ctx.session.act) throw new AppError('function_disabled');
  const token = newSecret();
  const hash = await getHash(token);
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'session.keep'), (db) => [
    changeRows(db, sql`select * from app.change_company(${company}::uuid, ${hash}::bytea, ${ctx.address}, ${ctx.requestId})`),
  ]);
  const [change] = rows;
  if (change?.state === 'prove') throw new AppError('account_proof');
  if (!change?.host) throw new AppError('not_found');
  return { status: 'change' as const, domain: getDomain(change.host, ctx.env), token: change.state === 'ok' ? token : null };
});
