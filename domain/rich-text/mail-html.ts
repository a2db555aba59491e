import { escapeHtml } from '../text/escape-html.ts';
import { type Block, type Inline, isParagraph, isRun, type Mark, marks, type RichText } from './tree.ts';

/** Colors of the theme, for mail programs that drop style sheets; the classes are those of the mail's frame (i, l, q). */
export type MailColors = { ink: string; link: string; soft: string; line: string };

const wrapped = (html: string, own: readonly Mark[] = []): string =>
  marks.filter((mark) => own.includes(mark)).reduceRight((inner, mark) => `<${mark}>${inner}</${mark}>`, html);

function inlineHtml(part: Inline, colors: MailColors): string {
  if (isRun(part)) return wrapped(escapeHtml(part.text), part.marks);
  if (part.type === 'br') return '<br>';
  const inner = part.content.map((run) => inlineHtml(run, colors)).join('');
  return `<a class="l" href="${escapeHtml(part.href)}" rel="noopener noreferrer" style="color:${colors.link}">${inner}</a>`;
}

const font = 'Arial,sans-serif';
const sizes = { p: `15px/1.55 ${font}`, h2: `600 17px/1.35 ${font}`, h3: `600 15px/1.4 ${font}` } as const;

function blockHtml(block: Block, colors: MailColors): string {
  const inside = (blocks: readonly Block[]) => blocks.map((each) => blockHtml(each, colors)).join('');
  if (isParagraph(block)) {
    const html = block.content.map((part) => inlineHtml(part, colors)).join('');
    return `<${block.type} class="i" style="margin:0 0 14px;font:${sizes[block.type]};color:${colors.ink}">${html}</${block.type}>`;
  }
  if (block.type === 'code')
    return (
      `<pre class="q" style="margin:0 0 14px;padding:10px 12px;background:${colors.soft};white-space:pre-wrap;` +
      `font:13px/1.5 Consolas,monospace;color:${colors.ink}"><code>${escapeHtml(block.text)}</code></pre>`
    );
  if (block.type === 'blockquote')
    return (
      `<blockquote class="q" style="margin:0 0 14px;padding:10px 14px 1px;border-left:3px solid ${colors.line};` +
      `background:${colors.soft}">${inside(block.content)}</blockquote>`
    );
  const items = block.content.map(({ content }) => `<li style="margin:0 0 4px">${inside(content)}</li>`).join('');
  const style = `margin:0 0 14px;padding-left:24px;font:15px/1.55 ${font};color:${colors.ink}`;
  return `<${block.type} class="i" style="${style}">${items}</${block.type}>`;
}

/** A rich text as HTML for a mail: tags of ours alone, every text and address escaped. */
export const mailHtml = (text: RichText, colors: MailColors): string => text.map((block) => blockHtml(block, colors)).join('');
