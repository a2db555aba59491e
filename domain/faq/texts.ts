import type { RichText } from '../rich-text/tree.ts';
import { type Language, languages } from '../session/languages.ts';

export type FaqWords = { question: string; answer: RichText };
export type FaqTexts = Partial<Record<Language, FaqWords>>;

/** The languages in which an entry is written, in the product's order. */
export const writtenIn = (texts: FaqTexts): Language[] => languages.filter((language) => texts[language] !== undefined);

/**
 * What a reader gets: the entry in their language, else in the tenant's, else in the first one it has. It falls back as a whole: a
 * question in one language never stands above an answer in another.
 */
export function wordsFor(texts: FaqTexts, wanted: Language, own: Language): (FaqWords & { language: Language }) | null {
  const language = [wanted, own, ...languages].find((each) => texts[each] !== undefined);
  const words = language && texts[language];
  return words ? { language, ...words } : null;
}
