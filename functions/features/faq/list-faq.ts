import { asc, count, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { raw, typed } from '../../../db/raw.ts';
import { faqEntries, faqVotes } from '../../../db/schema/faq.ts';
import { can } from '../../../domain/access/permissions.ts';
import { ownAndPartner, ownOnly } from '../../../domain/access/session-kinds.ts';
import { type FaqEntry, listFaq, publicFaq } from '../../../domain/faq/contract.ts';
import { type FaqAudience, faqLimits } from '../../../domain/faq/limits.ts';
import { type FaqTexts, wordsFor, writtenIn } from '../../../domain/faq/texts.ts';
import { type Language, languages } from '../../../domain/session/languages.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';

const aboveRows = raw('faq.above', {
  id: 'uuid',
  audience: typed<FaqAudience>('text'),
  kind: typed<'partner' | 'platform'>('text'),
  texts: typed<FaqTexts>('jsonb'),
});
const publicRows = raw('faq.public', { id: 'uuid', texts: typed<FaqTexts>('jsonb') });

const readOwn = (db: Db) => db.select().from(faqEntries).orderBy(asc(faqEntries.position), asc(faqEntries.id));
const readAbove = (db: Db) =>
  aboveRows(db, sql`select f.id, f.audience, f.kind, f.texts from app.faq_above() f order by f.far, f.position, f.id`);
const readVotes = (db: Db) =>
  db.select({ id: faqVotes.entryId, helped: faqVotes.helped }).from(faqVotes).where(eq(faqVotes.userId, sql`(select app.user_id())`));
const countOwn = (db: Db) => db.select({ n: count() }).from(faqEntries);

const getGaps = (texts: FaqTexts) => languages.filter((language) => !writtenIn(texts).includes(language));

/** One language of each question: the reader's, the tenant's, or the first it has. */
export const findFaq = bind(listFaq, async ({ language }, ctx) => {
  const { session, tenant } = ctx;
  const [own, above, votes, [counted]] = await ctx.database.withTenant(getEntry(ctx, null), (db) => [
    readOwn(db),
    readAbove(db),
    readVotes(db),
    countOwn(db),
  ]);
  // An agent in someone else's session only reads; a partner who entered the unit works on it, but doesn't answer for its people.
  const editable = ownAndPartner.includes(session.kind) && can(session, 'faq.manage');
  const voted = new Map(votes.map(({ id, helped }) => [id, helped]));
  const shown = (
    row: { id: string; audience: FaqAudience; below: boolean; texts: FaqTexts },
    rest: Pick<FaqEntry, 'from' | 'votes'>,
  ): FaqEntry[] => {
    const words = wordsFor(row.texts, language ?? tenant.language, tenant.language);
    const { id, audience, below } = row;
    return words ? [{ id, audience, below, ...words, gaps: getGaps(row.texts), vote: voted.get(id) ?? null, ...rest }] : [];
  };
  return {
    items: [
      ...own.flatMap((row) => shown(row, { from: null, votes: editable ? { helped: row.helped, notHelped: row.notHelped } : null })),
      ...above.rows.flatMap((row) => shown({ ...row, below: true }, { from: row.kind, votes: null })),
    ],
    room: faqLimits.perTenant - (counted?.n ?? 0),
    editable,
    voting: ownOnly.includes(session.kind),
    own: tenant.language,
  };
});

const inLanguage = (texts: FaqTexts, wanted: Language | undefined, own: Language) => wordsFor(texts, wanted ?? own, own);

export const findPublicFaq = bind(publicFaq, async ({ language }, ctx) => {
  const { tenant } = ctx;
  const [{ rows }] = await ctx.database.withPublic((db) => [
    publicRows(db, sql`select f.id, f.texts from app.public_faq(${tenant.id}::uuid) f order by f.far, f.position, f.id`),
  ]);
  return {
    items: rows.flatMap(({ id, texts }) => {
      const words = inLanguage(texts, language, tenant.language);
      return words ? [{ id, ...words }] : [];
    }),
  };
});
