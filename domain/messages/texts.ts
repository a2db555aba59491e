import { plainText } from '../rich-text/plain.ts';
import type { RichText } from '../rich-text/tree.ts';
import { type Language, languages } from '../session/languages.ts';
import { excerptLength } from './limits.ts';

export type MessageWords = { subject: string; body: RichText };
/** A message in one or more languages; subject and text belong together. */
export type MessageTexts = Partial<Record<Language, MessageWords>>;

/** The other Portuguese is closer to a reader than the unit's language. */
const nearest: Partial<Record<Language, Language>> = { 'pt-BR': 'pt-PT', 'pt-PT': 'pt-BR' };

/** The language in which a reader gets a text that may lack theirs: subject and text together, never a mixture. Null without any text. */
export function languageRead(written: Partial<Record<Language, unknown>>, reader: Language, house: Language): Language | null {
  const near = nearest[reader];
  return [reader, ...(near ? [near] : []), house, ...languages].find((language) => written[language] !== undefined) ?? null;
}

/** The languages without a text of their own. */
export const gapsIn = (written: Partial<Record<Language, unknown>>): Language[] =>
  languages.filter((language) => written[language] === undefined);

/** The beginning of a text on one line. */
export function excerptOf(body: RichText): string {
  const text = plainText(body).replace(/\s+/g, ' ').trim();
  const letters = [...text];
  return letters.length <= excerptLength
    ? text
    : `${letters
        .slice(0, excerptLength - 1)
        .join('')
        .trimEnd()}…`;
}
