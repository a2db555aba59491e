const start = String.raw`[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]`;
const startsSo = new RegExp(`^(?:${start})`, 'u');

/**
 * Text that a spreadsheet may run as a formula: leading blanks and invisible characters don't prevent that, and the full-width characters
 * of East Asian keyboards count as the ASCII ones. Every file that we make puts a `'` before such a text; a telephone number by itself
 * isn't one.
 */
export const formula = new RegExp(String.raw`^(?!\+\d{6,15}$)(?:${start})`, 'u');

/** A text without the `'` that was put before it. */
export const withoutMark = (text: string): string => (text.startsWith("'") && startsSo.test(text.slice(1)) ? text.slice(1) : text);
