import { eq } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { faqEntries } from '../../../db/schema/faq.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { faqHistory, readFaqEntry } from '../../../domain/faq/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getHistory, presentHistory } from '../../request/history.ts';

export const readOneEntry = bind(readFaqEntry, async ({ id }, ctx) => {
  const [[stored]] = await ctx.database.withTenant(getEntry(ctx, 'faq.manage'), (db) => [
    db
      .select({
        id: faqEntries.id,
        audience: faqEntries.audience,
        below: faqEntries.below,
        texts: faqEntries.texts,
        version: faqEntries.version,
      })
      .from(faqEntries)
      .where(eq(faqEntries.id, id)),
  ]);
  if (!stored) throw new AppError('not_found');
  return stored;
});

const pastRows = raw('faq.history', { id: 'uuid', at: 'timestamptz', who: 'text?', what: 'text', change: 'jsonb' });

export const readFaqHistory = bind(faqHistory, async ({ id }, ctx) => {
  const [[there], past] = await ctx.database.withTenant(getEntry(ctx, 'faq.manage'), (db) => [
    db.select({ id: faqEntries.id }).from(faqEntries).where(eq(faqEntries.id, id)),
    pastRows(db, getHistory(id)),
  ]);
  if (!there) throw new AppError('not_found');
  return { items: presentHistory(past) };
});
