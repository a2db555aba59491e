import type { HtmlRule } from './rules.ts';

/** CSS with its comments and escapes resolved, so that `u\72l(` and `ur/**\/l(` are seen as what a browser reads. */
const plainCss = (css: string): string =>
  css
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '')
    .replace(/\\(?:([0-9a-f]{1,6})\s?|([^\n]))/gi, (_, hex: string | undefined, char: string | undefined) => {
      const code = hex ? Number.parseInt(hex, 16) : 0;
      return hex ? (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd') : (char ?? '');
    })
    .toLowerCase();

/** Functions that load something. */
const loading = /\b(?:url|image|image-set|-webkit-image-set|src|cross-fade|element|attr|paint)\s*\(/;
const running = /expression\s*\(|behaviou?r\s*:|-moz-binding|(?:java|vb|live)script\s*:/;
/** Covers what is outside of the text, such as the portal's own frame. */
const leaving = /position\s*:\s*(?:fixed|sticky|absolute)/;

/** Which rule an inline style breaks, with the part at fault. */
export function styleFault(css: string): { rule: HtmlRule; what: string } | null {
  const plain = plainCss(css);
  const [found] = running.exec(plain) ?? [];
  if (found) return { rule: 'scripts', what: found.replace(/\s*[(:]$/, '') };
  const [remote] = loading.exec(plain) ?? [];
  if (remote) return { rule: 'remote', what: remote.replace(/\s*\($/, '()') };
  if (plain.includes('@import')) return { rule: 'inline', what: '@import' };
  const [place] = leaving.exec(plain) ?? [];
  return place ? { rule: 'element', what: place.replace(/\s/g, '') } : null;
}
