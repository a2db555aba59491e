import { plainText } from '../rich-text/plain.ts';
import type { RichText } from '../rich-text/tree.ts';
import { type Language, languages } from '../session/languages.ts';

/** A title and its body, with the body's plain text; notices from before bodies have the text alone. */
export type NoticeWords = { title: string; text: string; body: RichText | null };
export type NoticeTexts = Partial<Record<Language, NoticeWords>>;
export type Worded = NoticeWords & { texts: NoticeTexts };
type Given = { title: string; body: RichText };

/** The words for a reader; a language without its own falls back to the main ones as a whole. */
export function wordsIn(language: Language, { texts, title, text, body }: Worded): NoticeWords {
  return texts[language] ?? { title, text, body };
}

/** The body of a notice that has the text alone, too. */
export const getBody = ({ body, text }: Pick<NoticeWords, 'body' | 'text'>): RichText =>
  body ?? (text ? [{ type: 'p', content: [{ text }] }] : []);

/** The same with the body's plain text, as stored. */
export const storedWords = ({ title, body }: Given): NoticeWords => ({ title, text: plainText(body), body });

/** The given languages as stored, in the order of the portal's languages. */
export function storedTexts(texts: Partial<Record<Language, Given>>): NoticeTexts {
  const given = languages.flatMap((language) => {
    const words = texts[language];
    return words ? [[language, storedWords(words)] as const] : [];
  });
  return Object.fromEntries(given);
}
