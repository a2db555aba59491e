import { formatInline, parseInline } from './markdown-inline.ts';
import { normalRichText } from './normal.ts';
import { type Block, type Item, isParagraph, type List, type RichText, richTextLimits } from './tree.ts';

// The block half of our Markdown: `##` and `###` headings, `-` and `1.` lists, `>` quotes, fenced code, and paragraphs.
const heading = /^(#{1,6}) +(.*?) *$/;
const quote = /^> ?/;
const fence = /^(`{3,})[^`]*$/;
const bullet = /^([-*+]) +/;
const number = /^(\d{1,9}[.)]) +/;
const isBlank = (line: string | undefined) => line === undefined || /^[ \t]*$/.test(line);
const begins = (line: string) => [heading, quote, fence, bullet, number].some((form) => form.test(line));

type Taken = { block: Block; next: number };
type Lines = readonly string[];

function takeCode(lines: Lines, at: number): Taken | null {
  const opening = fence.exec(lines[at] ?? '')?.[1];
  if (!opening) return null;
  const closing = new RegExp(`^\`{${opening.length},} *$`);
  const end = lines.findIndex((line, index) => index > at && closing.test(line));
  const until = end < 0 ? lines.length : end;
  return { block: { type: 'code', text: lines.slice(at + 1, until).join('\n') }, next: until + 1 };
}

function takeQuote(lines: Lines, at: number, depth: number): Taken {
  const end = lines.findIndex((line, index) => index > at && !quote.test(line));
  const until = end < 0 ? lines.length : end;
  const inner = lines.slice(at, until).map((line) => line.replace(quote, ''));
  return { block: { type: 'blockquote', content: parseBlocks(inner, depth + 1) }, next: until };
}

function takeList(lines: Lines, at: number, form: RegExp, depth: number): Taken {
  const items: Item[] = [];
  let next = at;
  for (let marker = form.exec(lines[next] ?? ''); marker; marker = form.exec(lines[next] ?? '')) {
    const width = (marker[1] ?? '').length + 1;
    const inner = [(lines[next] ?? '').slice(width)];
    next += 1;
    // Blank lines belong to the item if an indented one follows them.
    for (let ahead = next; ahead < lines.length; ahead += 1) {
      const line = lines[ahead] ?? '';
      if (!isBlank(line) && !line.startsWith(' '.repeat(width))) break;
      if (line.startsWith(' '.repeat(width)) && !isBlank(line)) {
        for (; next <= ahead; next += 1) inner.push((lines[next] ?? '').slice(width));
      }
    }
    items.push({ type: 'li', content: parseBlocks(inner, depth + 2) });
    const following = lines.findIndex((line, index) => index >= next && !isBlank(line));
    if (following >= 0 && form.test(lines[following] ?? '')) next = following;
  }
  return { block: { type: form === bullet ? 'ul' : 'ol', content: items }, next };
}

function takeBlock(lines: Lines, at: number, depth: number): Taken {
  const line = lines[at] ?? '';
  const code = takeCode(lines, at);
  if (code) return code;
  const [, level, title] = heading.exec(line) ?? [];
  if (level !== undefined) return { block: { type: level.length > 2 ? 'h3' : 'h2', content: parseInline(title ?? '') }, next: at + 1 };
  // A paragraph with a link has to fit inside.
  if (quote.test(line) && depth + 2 <= richTextLimits.depth) return takeQuote(lines, at, depth);
  const form = bullet.test(line) ? bullet : number.test(line) ? number : null;
  if (form && depth + 3 <= richTextLimits.depth) return takeList(lines, at, form, depth);
  let next = at + 1;
  while (next < lines.length && !isBlank(lines[next]) && !begins(lines[next] ?? '')) next += 1;
  const text = lines.slice(at, next).map((each) => each.replace(/^[ \t]+|[ \t]+$/g, ''));
  return { block: { type: 'p', content: parseInline(text.join('\n')) }, next };
}

function parseBlocks(lines: Lines, depth: number): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    if (isBlank(lines[at])) {
      at += 1;
      continue;
    }
    const { block, next } = takeBlock(lines, at, depth);
    blocks.push(block);
    at = next;
  }
  return blocks;
}

/** The text that someone wrote in our Markdown. Whatever it holds, the result is a valid tree; only its size may exceed the limits. */
export const parseMarkdown = (source: string): RichText => normalRichText(parseBlocks(source.replace(/\r\n?/g, '\n').split('\n'), 1));

function listLines({ type, content }: List): string[] {
  return content.flatMap((item, index) => {
    const marker = type === 'ul' ? '- ' : `${index + 1}. `;
    const indent = ' '.repeat(marker.length);
    return item.content.flatMap((block, at) => {
      const isTight = at > 0 && (block.type === 'ul' || block.type === 'ol') && item.content[at - 1]?.type === 'p';
      const lines = blockLines(block).map((line, row) => (at === 0 && row === 0 ? marker : line === '' ? '' : indent) + line);
      return at > 0 && !isTight ? ['', ...lines] : lines;
    });
  });
}

function blockLines(block: Block): string[] {
  if (isParagraph(block)) {
    const lines = formatInline(block.content).split('\n');
    return block.type === 'p' ? lines : [`${block.type === 'h2' ? '##' : '###'} ${lines.join(' ')}`];
  }
  if (block.type === 'code') {
    const longest = Math.max(2, ...[...block.text.matchAll(/`+/g)].map(([each]) => each.length));
    const mark = '`'.repeat(longest + 1);
    return [mark, ...block.text.split('\n'), mark];
  }
  if (block.type === 'blockquote') return formatLines(block.content).map((line) => (line === '' ? '>' : `> ${line}`));
  return listLines(block);
}

const formatLines = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block, at) => (at > 0 ? ['', ...blockLines(block)] : blockLines(block)));

/** A tree as Markdown that `parseMarkdown` reads back. */
export const formatMarkdown = (text: RichText): string => formatLines(text).join('\n');
