const numbered = /\$(\d+)/g;
// Placeholder for a parameter of any number.
const any = '\u0001';
const listOfParams = new RegExp(`\\b(in|IN) \\(${any}(?:, ?${any})+\\)`, 'g');
const sameRows = new RegExp(`(\\((?:default|${any})(?:, (?:default|${any}))*\\))(?:, \\1)+`, 'g');

/**
 * The recorded form of a statement: one line, lists of parameters cut to one parameter and repeated rows of values to one row, so that it
 * doesn't depend on how many values a test used. Parameters are renumbered, so it can still be prepared.
 */
export function normalize(text: string): string {
  const line = text.trim().replace(/\s*\n\s*/g, ' ');
  // drizzle numbers parameters in order of appearance. A text that reuses one stays as it is.
  const isInOrder = [...line.matchAll(numbered)].every(([, n], at) => Number(n) === at + 1);
  if (!isInOrder) return line;
  const short = line.replace(numbered, any).replace(listOfParams, `$1 (${any})`).replace(sameRows, '$1');
  let n = 0;
  return short.replaceAll(any, () => `$${++n}`);
}
