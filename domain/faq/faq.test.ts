import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../rich-text/markdown.ts';
import { decideFaqEdit, type FaqDraft, faqFacts, orderFacts, refuseDraft } from './edit.ts';
import { wordsFor, writtenIn } from './texts.ts';

const words = (question: string) => ({ question, answer: parseMarkdown(`**${question}** answered`) });
const draft: FaqDraft = { audience: 'public', below: false, texts: { 'pt-BR': words('Como?'), es: words('¿Cómo?') } };
const stored = { ...draft, version: 3 };

describe('the texts of an entry', () => {
  test.each([
    ['es', 'pt-BR', 'es'],
    ['en-US', 'es', 'es'],
    ['en-US', 'pt-PT', 'pt-BR'],
  ] as const)('asked for in %s by a tenant in %s are shown in %s, question and answer', (wanted, own, shown) => {
    expect(wordsFor(draft.texts, wanted, own)).toEqual({ language: shown, ...draft.texts[shown] });
  });

  test('name their languages, and none of none', () => {
    expect(writtenIn(draft.texts)).toEqual(['pt-BR', 'es']);
    expect(wordsFor({}, 'es', 'pt-BR')).toBeNull();
  });
});

describe('an edit', () => {
  test('keeps what it omits, and records what differs', () => {
    expect(decideFaqEdit({ version: 3, audience: 'signed_in' }, stored, 'unit')).toEqual({
      entry: { ...draft, audience: 'signed_in' },
      change: { before: { audience: 'public' }, after: { audience: 'signed_in' } },
    });
    expect(faqFacts(draft).answers.es).toBe('¿Cómo? answered');
  });

  test('of another version, without a text, or below a unit is refused', () => {
    expect(decideFaqEdit({ version: 2 }, stored, 'unit')).toEqual({ refused: 'changed_meanwhile' });
    expect(decideFaqEdit({ version: 3, texts: {} }, stored, 'unit')).toMatchObject({ refused: 'required', field: 'texts' });
    expect(decideFaqEdit({ version: 3, below: true }, stored, 'unit')).toMatchObject({ refused: 'invalid_input', field: 'below' });
    expect(refuseDraft({ ...draft, below: true }, 'partner')).toBeNull();
    expect(refuseDraft({ ...draft, below: true }, 'platform')).toBeNull();
  });
});

test('a new order records the questions between the first and the last that moved', () => {
  const questions = new Map(['a', 'b', 'c', 'd', 'e'].map((id) => [id, `${id}?`]));
  expect(orderFacts({ before: ['a', 'b', 'c', 'd', 'e'], after: ['a', 'd', 'b', 'c', 'e'] }, questions)).toEqual({
    before: { order: ['b?', 'c?', 'd?'] },
    after: { order: ['d?', 'b?', 'c?'] },
  });
});
