import { type Block, isParagraph, isRun, type RichText, type Run } from '../rich-text/tree.ts';
import { fill } from './placeholders.ts';

/** Puts values into each run of a rich text; a value is always text, whatever it looks like. */
export const fillRichText = (text: RichText, valueFor: (name: string) => string): RichText =>
  text.map((block) => fillBlock(block, valueFor));

function fillBlock<Node extends Block>(block: Node, valueFor: (name: string) => string): Node {
  const fillRun = (run: Run): Run => ({ ...run, text: fill(run.text, valueFor) });
  if (block.type === 'code') return { ...block, text: fill(block.text, valueFor) };
  if (isParagraph(block)) {
    const content = block.content.map((part) =>
      isRun(part) ? fillRun(part) : part.type === 'a' ? { ...part, content: part.content.map(fillRun) } : part,
    );
    return { ...block, content };
  }
  if (block.type === 'blockquote') return { ...block, content: fillRichText(block.content, valueFor) };
  return { ...block, content: block.content.map((item) => ({ ...item, content: fillRichText(item.content, valueFor) })) };
}
