import { and, asc, eq, sql } from 'drizzle-orm';
import { lockVersion, mustHold } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { faqEntries } from '../../../db/schema/faq.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';
import { planOrThrow, throwIfRefused } from '../../../domain/errors/refusal.ts';
import { addFaqEntry, editFaqEntry, orderFaq, removeFaqEntry } from '../../../domain/faq/contract.ts';
import { decideFaqEdit, type FaqDraft, faqFacts, orderFacts, refuseDraft } from '../../../domain/faq/edit.ts';
import { faqLimits } from '../../../domain/faq/limits.ts';
import { wordsFor } from '../../../domain/faq/texts.ts';
import { decideOrder, refuseRepeated } from '../../../domain/report-groups/reorder.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { moveTo, samePlaces } from '../../request/same-places.ts';
import { newId } from '../../services/ids.ts';

const turn = raw('faq.turn', {});
/** Adding and ordering take turns per tenant, or two additions would both count 199 and take the same place. */
const takeTurn = (db: Db) =>
  turn(db, sql`select from pg_advisory_xact_lock(hashtextextended('faq ' || (select app.tenant_id())::text, 0))`);

const placed = { id: faqEntries.id, position: faqEntries.position };
const readPlaces = (db: Db) => db.select(placed).from(faqEntries).orderBy(asc(faqEntries.position), asc(faqEntries.id));
/** The same with each question in the unit's language, or the first it has. */
const readOrder = (db: Db, own: Language) =>
  db
    .select({
      ...placed,
      question: sql<string | null>`coalesce(${faqEntries.texts}->${own}->>'question',
        (select e.value->>'question' from jsonb_each(${faqEntries.texts}) e limit 1))`,
    })
    .from(faqEntries)
    .orderBy(asc(faqEntries.position), asc(faqEntries.id));

/** What the log calls an entry. */
const getQuestion = ({ texts }: FaqDraft, { tenant }: SessionContext) => wordsFor(texts, tenant.language, tenant.language)?.question ?? '';

export const addOneEntry = bind(addFaqEntry, async (draft, ctx) => {
  throwIfRefused(refuseDraft(draft, ctx.tenant.kind));
  const id = newId(ctx.clock.now());
  const entry = getEntry(ctx, 'faq.manage');
  const stored = await ctx.database.withTenant(entry, (db) => [readPlaces(db)]);
  const full = invalidInput('texts', 'too_many');
  if (stored[0].length >= faqLimits.perTenant) throw full;
  await ctx.database.withTenant(entry, (db) => [
    takeTurn(db),
    mustHold(db, sql`(select count(*) from faq_entries) < ${faqLimits.perTenant}`),
    db.insert(faqEntries).values({
      id,
      ...draft,
      position: sql`(select coalesce(max(f.position) + 1, 0) from faq_entries f)`,
    }),
    audited(db, ctx, 'faq.add', id, { name: getQuestion(draft, ctx), after: faqFacts(draft) }),
  ]);
  return { id };
});

export const editOneEntry = bind(editFaqEntry, async ({ id, ...asked }, ctx) => {
  const entry = getEntry(ctx, 'faq.manage');
  const [[stored]] = await ctx.database.withTenant(entry, (db) => [db.select().from(faqEntries).where(eq(faqEntries.id, id))]);
  if (!stored) throw new AppError('not_found');
  const { entry: next, change } = planOrThrow(decideFaqEdit(asked, stored, ctx.tenant.kind));
  const version = asked.version + 1;
  await ctx.database.withTenant(entry, (db) => [
    lockVersion(db, faqEntries, and(eq(faqEntries.id, id), eq(faqEntries.version, asked.version))),
    db
      .update(faqEntries)
      .set({ ...next, version })
      .where(eq(faqEntries.id, id)),
    audited(db, ctx, 'faq.edit', id, { name: getQuestion(next, ctx), ...change }),
  ]);
  return { id, version };
});

export const removeOneEntry = bind(removeFaqEntry, async ({ id }, ctx) => {
  const entry = getEntry(ctx, 'faq.manage');
  const [[stored]] = await ctx.database.withTenant(entry, (db) => [db.select().from(faqEntries).where(eq(faqEntries.id, id))]);
  if (!stored) throw new AppError('not_found');
  await ctx.database.withTenant(entry, (db) => [
    lockVersion(db, faqEntries, and(eq(faqEntries.id, id), eq(faqEntries.version, stored.version))),
    db.delete(faqEntries).where(eq(faqEntries.id, id)),
    audited(db, ctx, 'faq.delete', id, { name: getQuestion(stored, ctx), before: faqFacts(stored) }),
  ]);
  return { status: 'ok' as const };
});

export const sortFaq = bind(orderFaq, async ({ ids }, ctx) => {
  throwIfRefused(refuseRepeated(ids));
  const entry = getEntry(ctx, 'faq.manage');
  const [stored] = await ctx.database.withTenant(entry, (db) => [readOrder(db, ctx.tenant.language)]);
  const plan = planOrThrow(decideOrder(ids, stored));
  if (!plan.moves) return { status: 'ok' as const };
  await ctx.database.withTenant(entry, (db) => [
    takeTurn(db),
    mustHold(db, samePlaces(db.select(placed).from(faqEntries).orderBy(asc(faqEntries.id)).for('no key update'), stored)),
    moveTo(db, faqEntries, plan.change.after),
    audited(db, ctx, 'faq.order', null, orderFacts(plan.change, new Map(stored.map((each) => [each.id, each.question ?? ''])))),
  ]);
  return { status: 'ok' as const };
});
