import { toPlain } from '../html-import/plain.ts';
import type { RichText } from '../rich-text/tree.ts';
import { type Language, languages } from '../session/languages.ts';
import { excerptLength } from './limits.ts';

/** Rich text, or imported HTML. */
export type MessageText = { body?: RichText | undefined; html?: string | undefined };
export type MessageWords = { subject: string } & MessageText;
/** A message in one or more languages; subject and text belong together. */
export type MessageTexts = Partial<Record<Language, MessageWords>>;

/** The languages that have a text, with it. */
export const writtenTexts = (texts: MessageTexts): [Language, MessageWords][] =>
  languages.flatMap((language) => (texts[language] ? [[language, texts[language]]] : []));

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
export function getExcerpt(written: MessageText): string {
  const text = toPlain(written).replace(/\s+/g, ' ').trim();
  const letters = [...text];
  return letters.length <= excerptLength
    ? text
    : `${letters
        .slice(0, excerptLength - 1)
        .join('')
        .trimEnd()}…`;
}
