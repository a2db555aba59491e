import { unseen } from './name.ts';

/**
 * Folds a text for searching and comparing names: compatibility forms resolved, accents and invisible characters removed, lower case,
 * trimmed, one space between words. `fold('  Ação  Única ')` is `acao unica`. The database stores the folded text and compares it
 * unchanged.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(unseen, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Splits a text into distinct folded words, for searching by the beginning of a word. Punctuation separates words; digits stay. */
export function searchWords(text: string): string[] {
  return [...new Set(fold(text).split(/[^\p{L}\p{N}]+/u))].filter((word) => word !== '');
}

/** Whether every word of the query begins some word of the text. An empty query matches everything. */
export function matchesSearch(text: string, query: string): boolean {
  const words = searchWords(text);
  return searchWords(query).every((wanted) => words.some((word) => word.startsWith(wanted)));
}
