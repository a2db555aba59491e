import { and, eq } from 'drizzle-orm';
import { reports } from '../../../db/schema/reports.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { checkLink } from '../../../domain/report-management/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keepLinkAnswer } from './managed-writes.sql.ts';
import { askLinkHere } from './write-parts.ts';

/** Sites change their framing policy: asks again and stores the answer. */
export const recheckLink = bind(checkLink, async ({ id }, ctx) => {
  const entry = getEntry(ctx, 'reports.manage');
  const [[stored]] = await ctx.database.withTenant(entry, (db) => [
    db
      .select({ url: reports.externalUrl })
      .from(reports)
      .where(and(eq(reports.id, id), eq(reports.kind, 'external'))),
  ]);
  const url = stored?.url;
  if (!url) throw new AppError('not_found');
  const link = await askLinkHere(ctx, url);
  await ctx.database.withTenant(entry, (db) => [keepLinkAnswer(db, ctx, id, { url, frames: link === 'frames' })]);
  return { link };
});
