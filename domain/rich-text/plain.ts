import { type Block, type Inline, isParagraph, isRun, type RichText } from './tree.ts';

function inlineText(part: Inline): string {
  if (isRun(part)) return part.text;
  if (part.type === 'br') return '\n';
  const name = part.content.map(({ text }) => text).join('');
  const address = part.href.replace(/^mailto:/, '');
  return name === part.href || name === address ? name : `${name} (${address})`;
}

function getLines(block: Block): string[] {
  if (isParagraph(block)) return block.content.map(inlineText).join('').split('\n');
  if (block.type === 'code') return block.text.split('\n');
  if (block.type === 'blockquote') return textLines(block.content).map((line) => (line === '' ? '>' : `> ${line}`));
  return block.content.flatMap((item, index) => {
    const marker = block.type === 'ul' ? '- ' : `${index + 1}. `;
    return textLines(item.content).map((line, at) => (at === 0 ? marker : line === '' ? '' : ' '.repeat(marker.length)) + line);
  });
}

const textLines = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block, at) => (at > 0 ? ['', ...getLines(block)] : getLines(block)));

/** A rich text as plain text: for the plain part of a mail, for search and for the audit log. */
export const plainText = (text: RichText): string => textLines(text).join('\n');
