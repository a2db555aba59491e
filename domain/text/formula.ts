const start = String.raw`[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]`;
const startsSo = new RegExp(`^(?:${start})`, 'u');

/**
 * What a spreadsheet may run as a formula: blanks and unseen signs before it do not help, and the wide signs of East Asian keyboards
 * count as the narrow ones. Every file that we make puts a `'` before such a text; a telephone number alone is none.
 */
export const formula = new RegExp(String.raw`^(?!\+\d{6,15}$)(?:${start})`, 'u');

/** A text without the sign that was put before it. */
export const withoutMark = (text: string): string => (text.startsWith("'") && startsSo.test(text.slice(1)) ? text.slice(1) : text);
