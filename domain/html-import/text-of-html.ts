const tag = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9]*)((?:\s+[^\s"'<>/=]+="[^"]*")*)\s*>/g;
const blocks = new Set(
  (
    'address article aside blockquote center dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre ' +
    'section table tr ul caption'
  ).split(' '),
);
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };

const unescaped = (text: string): string => text.replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => entities[name] ?? '');

/** The pieces of imported HTML, as `importHtml` wrote it: its texts, decoded, and its tags. */
function* pieces(html: string): Generator<{ text: string } | { name: string; closes: boolean; attributes: string }> {
  let from = 0;
  for (const match of html.matchAll(tag)) {
    if (match.index > from) yield { text: unescaped(html.slice(from, match.index)) };
    from = match.index + match[0].length;
    if (match[2]) yield { name: match[2], closes: match[1] === '/', attributes: match[3] ?? '' };
  }
  if (from < html.length) yield { text: unescaped(html.slice(from)) };
}

/** The attributes of all tags, where a variable can't stand. */
export const getAttributes = (html: string): string =>
  [...pieces(html)].flatMap((piece) => ('name' in piece ? [unescaped(piece.attributes)] : [])).join(' ');

/** Imported HTML as plain text for the other part of a mail: a line for each block, and the address behind each link. */
export function textOfHtml(html: string): string {
  let out = '';
  let address = '';
  let preformatted = 0;
  const end = () => {
    out = out.replace(/[ \t]+$/, '');
    if (out && !out.endsWith('\n')) out += '\n';
  };
  for (const piece of pieces(html)) {
    if ('text' in piece) {
      const text = preformatted > 0 ? piece.text : piece.text.replace(/[ \t\r\n\f]+/g, ' ');
      out += out === '' || /\s$/.test(out) ? text.replace(preformatted > 0 ? /^$/ : /^ +/, '') : text;
      continue;
    }
    const { name, closes, attributes } = piece;
    if (name === 'br') out = `${out.replace(/[ \t]+$/, '')}\n`;
    if (name === 'pre') preformatted += closes ? -1 : 1;
    if (name === 'a' && !closes) address = unescaped(/\shref="([^"]*)"/.exec(attributes)?.[1] ?? '');
    if (name === 'a' && closes) {
      if (address && !address.startsWith('#') && !out.endsWith(address)) out += ` (${address.replace(/^(?:mailto|tel):/, '')})`;
      address = '';
    }
    if ((name === 'td' || name === 'th') && closes) out += ' ';
    if (blocks.has(name)) end();
    if (name === 'li' && !closes) out += '- ';
    if (closes && /^(?:p|h[1-6]|table|ul|ol|blockquote|pre)$/.test(name)) out += '\n';
  }
  return out.replace(/\n{3,}/g, '\n\n').trim();
}
