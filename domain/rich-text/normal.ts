import { type Block, type Inline, type Item, isParagraph, isRun, marks, type Paragraph, type RichText, type Run } from './tree.ts';

// One text has one form: what looks the same is stored the same, and Markdown can say it. Databases refuse NUL and lone surrogates.
const clean = (text: string) => text.toWellFormed().replace(/(?![\t\n\r])\p{Cc}/gu, '');
const oneLine = (text: string) => clean(text).replace(/[ \t\r\n\u2028\u2029]+/g, ' ');

const sortedMarks = (run: Run) => marks.filter((mark) => run.marks?.includes(mark));
const getRun = (text: string, own: Run['marks'] = []): Run => (own.length > 0 ? { text, marks: [...own] } : { text });

/** A run without marks on the spaces at its ends: `**a **` is no Markdown. */
function splitRun(run: Run): Run[] {
  const text = oneLine(run.text);
  const own = sortedMarks(run);
  if (own.length === 0) return [{ text }];
  const [, before = '', inner = '', after = ''] = /^( *)(.*?)( *)$/s.exec(text) ?? [];
  return [getRun(before), getRun(inner, own), getRun(after)];
}

const sameMarks = (one: Run, other: Run) => (one.marks ?? []).join() === (other.marks ?? []).join();

function joinRuns<Part extends Inline>(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (!isRun(part)) {
      // Two links to one address that follow each other are one.
      if (part.type === 'a' && last && !isRun(last) && last.type === 'a' && last.href === part.href)
        joined[joined.length - 1] = { ...last, content: settle([...last.content, ...part.content]) };
      else joined.push(part);
    } else if (!last || !isRun(last)) joined.push(part);
    else if (sameMarks(last, part)) joined[joined.length - 1] = { ...last, text: (last.text + part.text).replace(/ {2,}/g, ' ') };
    else joined.push(last.text.endsWith(' ') && part.text.startsWith(' ') ? { ...part, text: part.text.slice(1) } : part);
  }
  return joined;
}

const someText = (part: Inline) => (isRun(part) ? part.text !== '' : part.type === 'br' || part.content.length > 0);
/** Applied until nothing changes, because a run that is dropped brings its neighbours together. */
function settle<Part extends Inline>(parts: readonly Part[]): Part[] {
  const next = joinRuns(parts).filter(someText);
  return next.length === parts.length ? next : settle(next);
}

const isBreak = (part: Inline | undefined) => part !== undefined && !isRun(part) && part.type === 'br';

/** Spaces at the ends of lines, and breaks that begin or end a text or follow each other, say nothing. */
function trimLines(parts: readonly Inline[]): Inline[] {
  const trimmed = parts.map((part, at) => {
    if (!isRun(part)) return part;
    const [before, after] = [parts[at - 1], parts[at + 1]];
    const starts = before === undefined || isBreak(before) ? part.text.replace(/^ +/, '') : part.text;
    return { ...part, text: after === undefined || isBreak(after) ? starts.replace(/ +$/, '') : starts };
  });
  const kept = trimmed.filter(
    (part, at) => someText(part) && !(isBreak(part) && (at === 0 || at === trimmed.length - 1 || isBreak(trimmed[at - 1]))),
  );
  return kept.length === parts.length ? kept : trimLines(settle(kept));
}

function toInlines(content: readonly Inline[], lines: boolean): Inline[] {
  const parts = content.flatMap((part): Inline[] => {
    if (isRun(part)) return splitRun(part);
    if (part.type === 'br') return lines ? [part] : [{ text: ' ' }];
    const inner = settle(part.content.flatMap(splitRun));
    const [first, last] = [inner[0], inner.at(-1)];
    // Spaces at the ends of a link belong outside of it.
    const named = trimLines(inner).filter(isRun);
    return [
      { text: first?.text.startsWith(' ') ? ' ' : '' },
      { type: 'a', href: part.href, content: named },
      { text: last?.text.endsWith(' ') ? ' ' : '' },
    ];
  });
  return trimLines(settle(parts));
}

const toParagraph = ({ type, content }: Paragraph): Paragraph => ({ type, content: toInlines(content, type === 'p') });

function findItem(item: Item): Item[] {
  const content = toBlocks(item.content);
  return content.length > 0 ? [{ type: 'li', content }] : [];
}

function toBlock(block: Block): Block[] {
  if (isParagraph(block)) {
    const paragraph = toParagraph(block);
    return paragraph.content.length > 0 ? [paragraph] : [];
  }
  if (block.type === 'code') {
    const text = clean(block.text.replace(/\r\n?/g, '\n'));
    return text === '' ? [] : [{ type: 'code', text }];
  }
  if (block.type === 'blockquote') {
    const content = toBlocks(block.content);
    return content.length > 0 ? [{ type: 'blockquote', content }] : [];
  }
  const content = block.content.flatMap(findItem);
  return content.length > 0 ? [{ type: block.type, content }] : [];
}

function toBlocks(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks.flatMap(toBlock)) {
    const last = joined.at(-1);
    // Two lists of a kind that follow each other are one.
    if (last && (last.type === 'ul' || last.type === 'ol') && block.type === last.type)
      joined[joined.length - 1] = { ...last, content: [...last.content, ...block.content] };
    else joined.push(block);
  }
  return joined;
}

/** The form in which a text is stored and compared. Idempotent. */
export const normalRichText = (text: RichText): RichText => toBlocks(text);
