import { getHref } from './href.ts';
import { type Inline, isRun, type Mark, marks, type Run } from './tree.ts';

// The inline half of our Markdown: `**strong**`, `*em*`, `` `code` ``, `[text](address)`, plain https addresses, a line break for each
// line, and a backslash before any punctuation. Emphasis is a toggle, so every tree can be written.
type State = { strongUntil: number; emUntil: number };
type Open = { strong: number; em: number };

const isSpace = (character: string | undefined) => character === undefined || /[ \n]/.test(character);
const punctuation = /[!-/:-@[-`{-~]/;
const bareAddress = /^https:\/\/[^\s<>"'`*\\[\]()]*[^\s<>"'`*\\[\]().,;:!?]/;

const getMarks = (open: Open, outer: readonly Mark[], isCode = false): Mark[] =>
  marks.filter((mark) => outer.includes(mark) || (mark === 'code' ? isCode : open[mark] >= 0));
const run = (text: string, own: Mark[]): Run => (own.length > 0 ? { text, marks: own } : { text });

/** What closes a code span that begins at `at`: as many backticks. */
function codeSpanAt(source: string, at: number): { text: string; end: number } | null {
  const fence = /^`+/.exec(source.slice(at))?.[0] ?? '';
  for (let from = at + fence.length; ; ) {
    const start = source.indexOf('`', from);
    if (start < 0) return null;
    const length = /^`+/.exec(source.slice(start))?.[0].length ?? 1;
    if (length === fence.length) {
      const text = source.slice(at + fence.length, start).replaceAll('\n', ' ');
      return { text: /^ .*[^ ].* $/s.test(text) ? text.slice(1, -1) : text, end: start + length };
    }
    from = start + length;
  }
}

/** A link that begins at `at`, whose text holds no other bracket. */
function linkAt(source: string, at: number): { text: string; href: string; end: number } | null {
  let end = at + 1;
  for (; end < source.length && source[end] !== ']'; end += 1) {
    if (source[end] === '[') return null;
    if (source[end] === '\\') end += 1;
    else if (source[end] === '`') end = (codeSpanAt(source, end)?.end ?? end + 1) - 1;
  }
  const target = /^\]\(([^()\s]*)\)/.exec(source.slice(end, end + 2100));
  const href = target ? getHref(target[1] ?? '') : null;
  return target && href ? { text: source.slice(at + 1, end), href, end: end + target[0].length } : null;
}

/** How a run of one to three asterisks turns emphasis on or off; false = it is text. */
function toggle(source: string, at: number, length: number, open: Open, { strongUntil, emUntil }: State): boolean {
  const [before, after] = [source[at - 1], source[at + length]];
  const turned = length === 1 ? (['em'] as const) : length === 2 ? (['strong'] as const) : (['strong', 'em'] as const);
  const until = { strong: strongUntil, em: emUntil };
  if (!turned.every((mark) => (open[mark] >= 0 ? !isSpace(before) : !isSpace(after) && at < until[mark]))) return false;
  for (const mark of turned) open[mark] = open[mark] >= 0 ? -1 : at;
  return true;
}

function pass(source: string, outer: readonly Mark[], isLinkText: boolean, state: State): { parts: Inline[]; open: Open } {
  const parts: Inline[] = [];
  const open: Open = { strong: -1, em: -1 };
  let plain = '';
  const flush = () => {
    if (plain) parts.push(run(plain, getMarks(open, outer)));
    plain = '';
  };
  for (let at = 0; at < source.length; ) {
    const character = source[at] ?? '';
    const next = source[at + 1];
    if (character === '\\' && next !== undefined && punctuation.test(next)) {
      plain += next;
      at += 2;
    } else if (character === '\n') {
      flush();
      parts.push(isLinkText ? { text: ' ' } : { type: 'br' });
      at += 1;
    } else if (character === '`') {
      const span = codeSpanAt(source, at);
      const length = /^`+/.exec(source.slice(at))?.[0].length ?? 1;
      if (span?.text) {
        flush();
        parts.push(run(span.text, getMarks(open, outer, true)));
      } else plain += source.slice(at, at + length);
      at = span?.text ? span.end : at + length;
    } else if (character === '*') {
      const length = /^\*+/.exec(source.slice(at))?.[0].length ?? 1;
      const before = { ...open };
      if (length <= 3 && toggle(source, at, length, open, state)) {
        const after = { ...open };
        Object.assign(open, before);
        flush();
        Object.assign(open, after);
      } else plain += '*'.repeat(length);
      at += length;
    } else {
      const link = isLinkText || character !== '[' ? null : linkAt(source, at);
      const bare =
        isLinkText || character !== 'h' || /[\p{L}\p{N}]/u.test(source[at - 1] ?? '')
          ? null
          : bareAddress.exec(source.slice(at, at + 2100))?.[0];
      const href = link?.href ?? (bare ? getHref(bare) : null);
      if (href && (link || bare)) {
        flush();
        const inherited = getMarks(open, outer);
        const content = link ? parseRuns(link.text, inherited) : [run(bare ?? '', inherited)];
        parts.push({ type: 'a', href, content });
        at = link?.end ?? at + (bare ?? '').length;
      } else {
        plain += character;
        at += 1;
      }
    }
  }
  flush();
  return { parts, open };
}

const parseRuns = (source: string, outer: readonly Mark[]): Run[] => parse(source, outer, true).filter(isRun);

/** An asterisk that nothing closes is text, and so is every later one of its kind. */
function parse(source: string, outer: readonly Mark[], isLinkText: boolean): Inline[] {
  const state: State = { strongUntil: source.length, emUntil: source.length };
  for (;;) {
    const { parts, open } = pass(source, outer, isLinkText, state);
    if (open.strong < 0 && open.em < 0) return parts;
    if (open.strong >= 0) state.strongUntil = open.strong;
    if (open.em >= 0) state.emUntil = open.em;
  }
}

/** The inline parts of a paragraph's lines. */
export const parseInline = (source: string): Inline[] => parse(source, [], false);

const escaped = (text: string) => text.replace(/[\\`*[\]]/g, '\\$&').replace(/https:(?=\/\/)/g, 'https\\:');

function getCode(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([each]) => each.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^`|`$|^ .*[^ ].* $/s.test(text) ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}

function formatRuns(runs: readonly Run[]): string {
  let strong = false;
  let em = false;
  const turn = (toStrong: boolean, toEm: boolean) => {
    const stars = `${strong !== toStrong ? '**' : ''}${em !== toEm ? '*' : ''}`;
    [strong, em] = [toStrong, toEm];
    return stars;
  };
  const written = runs.map(
    ({ text, marks: own = [] }) =>
      turn(own.includes('strong'), own.includes('em')) + (own.includes('code') ? getCode(text) : escaped(text)),
  );
  return written.join('') + turn(false, false);
}

const isBare = (part: Inline, before: string, after: Inline | undefined) => {
  if (isRun(part) || part.type !== 'a') return false;
  const [only, ...others] = part.content;
  const ends = after === undefined || (isRun(after) ? !after.marks && after.text.startsWith(' ') : after.type === 'br');
  return (
    others.length === 0 &&
    !only?.marks &&
    ends &&
    /(^|[\s])$/.test(before) &&
    bareAddress.exec(only?.text ?? '')?.[0] === only?.text &&
    getHref(only?.text ?? '') === part.href
  );
};

/** A line that would begin a block gets a backslash. */
const guarded = (line: string) => line.replace(/^(#{1,6} |[-+] |>)/, '\\$1').replace(/^(\d{1,9})([.)] )/, '$1\\$2');

/** The parts as Markdown; `parseInline` reads them back. */
export function formatInline(content: readonly Inline[]): string {
  let text = '';
  for (let at = 0; at < content.length; ) {
    const part = content[at];
    if (!part) break;
    if (isRun(part)) {
      const end = content.findIndex((each, index) => index > at && !isRun(each));
      const runs = content.slice(at, end < 0 ? content.length : end).filter(isRun);
      text += formatRuns(runs);
      at += runs.length;
    } else {
      if (part.type === 'br') text += '\n';
      else text += isBare(part, text, content[at + 1]) ? (part.content[0]?.text ?? '') : `[${formatRuns(part.content)}](${part.href})`;
      at += 1;
    }
  }
  return text.split('\n').map(guarded).join('\n');
}
