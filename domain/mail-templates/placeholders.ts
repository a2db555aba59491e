const placeholder = /\{\{\s*([A-Za-z_]\w*)\s*\}\}/g;

/** The variables that a text names. */
export const placeholdersIn = (text: string): string[] => [...text.matchAll(placeholder)].map(([, name = '']) => name);

/** What stands between braces and is no variable, or braces that open and don't close; null if there is none. */
export function brokenPlaceholder(text: string): string | null {
  const rest = text.replace(placeholder, '');
  const at = rest.search(/\{\{|\}\}/);
  return at < 0 ? null : rest.slice(at, at + 30);
}

/** Puts the values in. What they bring along never reads as a variable itself. */
export const fill = (text: string, valueFor: (name: string) => string): string =>
  text.replace(placeholder, (_, name: string) => valueFor(name)).replace(/\{(?=\{)/g, '{\u200b');

/** A line of a header or a button: values lose their line breaks and control characters. */
export const fillLine = (text: string, valueFor: (name: string) => string): string =>
  fill(text, valueFor)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
