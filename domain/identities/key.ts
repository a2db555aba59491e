import { maxKeyBytes } from '../saml/limits.ts';

export const toBytes = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (sign < '\u0080' ? 1 : sign < '\u0800' ? 2 : sign.length === 1 ? 3 : 4), 0);

/** Whether a provider's key of a user can be stored: unchanged or not at all, so that two keys never become one (SAML core 1.3.1). */
export const isKey = (text: string): boolean => text !== '' && text === text.trim() && toBytes(text) <= maxKeyBytes;
