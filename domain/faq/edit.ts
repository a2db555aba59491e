import type { Refusal } from '../errors/refusal.ts';
import { changes } from '../fields/changes.ts';
import { plainText } from '../rich-text/plain.ts';
import { cut } from '../text/cut.ts';
import type { FaqAudience } from './limits.ts';
import { type FaqTexts, writtenIn } from './texts.ts';

export type FaqDraft = { audience: FaqAudience; below: boolean; texts: FaqTexts };
type Stored = FaqDraft & { version: number };
type Edit = Partial<FaqDraft> & { version: number };

const [recordedLength, orderedLength] = [500, 80];

/** What the history keeps of an entry: its questions whole, of each answer the beginning. */
export const faqFacts = ({ audience, below, texts }: FaqDraft) => {
  const byLanguage = (of: (language: (typeof written)[number]) => string) => Object.fromEntries(written.map((each) => [each, of(each)]));
  const written = writtenIn(texts);
  return {
    audience,
    below,
    questions: byLanguage((language) => texts[language]?.question ?? ''),
    answers: byLanguage((language) => cut(plainText(texts[language]?.answer ?? []), recordedLength)),
  };
};

type Order = { before: readonly string[]; after: readonly string[] };

/** What the log keeps of a new order: the questions from the first that changed its place to the last. */
export function orderFacts({ before, after }: Order, questions: ReadonlyMap<string, string>) {
  const first = before.findIndex((id, at) => id !== after[at]);
  const last = before.findLastIndex((id, at) => id !== after[at]);
  const named = (ids: readonly string[]) => ({
    order: ids.slice(first, last + 1).map((id) => cut(questions.get(id) ?? '', orderedLength)),
  });
  return { before: named(before), after: named(after) };
}

/** Units have no tenants below them, so nothing of theirs can apply there. */
export function refuseDraft(draft: FaqDraft, kind: string): Refusal | null {
  if (writtenIn(draft.texts).length === 0) return { refused: 'required', field: 'texts', vars: { name: 'texts' } };
  if (draft.below && kind === 'unit') return { refused: 'invalid_input', field: 'below', vars: { name: 'below', reason: 'invalid' } };
  return null;
}

/** An edit of the version that the caller saw; what it omits stays. */
export function decideFaqEdit({ version, ...asked }: Edit, stored: Stored, kind: string) {
  if (version !== stored.version) return { refused: 'changed_meanwhile' } satisfies Refusal;
  const entry: FaqDraft = {
    audience: asked.audience ?? stored.audience,
    below: asked.below ?? stored.below,
    texts: asked.texts ?? stored.texts,
  };
  return refuseDraft(entry, kind) ?? { entry, change: changes(faqFacts(stored), faqFacts(entry)) };
}
