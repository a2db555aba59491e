import { isEmail } from '../validation/email.ts';
import { richTextLimits } from './tree.ts';

type Parsed = { href: string; protocol: string; username: string; password: string; hostname: string };
/** Browsers, Workers and Node have it; the compiler's library of shared code leaves it out. */
declare const URL: { new (text: string): Parsed; canParse(text: string): boolean };

/**
 * The address of a link as it is stored, or null if it may not be one: https without credentials, or mailto with a single address and no
 * header. Parentheses are encoded, so that Markdown can hold every address.
 */
export function getHref(written: string): string | null {
  const text = written.trim();
  if (text.length > richTextLimits.href || /[\s\p{Cc}\p{Cf}]/u.test(text)) return null;
  if (/^mailto:/i.test(text)) {
    const address = text.slice('mailto:'.length);
    return isEmail(address) && !/[?&%<>`]/.test(address) ? `mailto:${address}` : null;
  }
  if (!/^https:\/\/[^/\\]/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'https:' || url.username || url.password || !url.hostname) return null;
  const href = url.href.replaceAll('(', '%28').replaceAll(')', '%29');
  return href.length <= richTextLimits.href ? href : null;
}
