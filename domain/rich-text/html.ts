import { escapeHtml } from '../text/escape-html.ts';
import { type Block, type Inline, isParagraph, isRun, type Mark, marks, type RichText } from './tree.ts';

type Element = 'a' | 'p' | 'h2' | 'h3' | 'pre' | 'blockquote' | 'ul' | 'ol' | 'li';
/** What a document adds to the elements, each as ` name="value"`, and whether its headings are bold lines because it has its own. */
export type HtmlShape = { attributes: Partial<Record<Element, string>>; headings: 'own' | 'bold' };

const marked = (html: string, own: readonly Mark[] = []): string =>
  marks.filter((mark) => own.includes(mark)).reduceRight((inner, mark) => `<${mark}>${inner}</${mark}>`, html);

/** A rich text as HTML: tags of ours alone, every text and address escaped. */
export function richHtml(text: RichText, shape: HtmlShape): string {
  const element = (name: Element, inner: string, more = '') => `<${name}${more}${shape.attributes[name] ?? ''}>${inner}</${name}>`;
  const inline = (part: Inline): string => {
    if (isRun(part)) return marked(escapeHtml(part.text), part.marks);
    if (part.type === 'br') return '<br>';
    return element('a', part.content.map(inline).join(''), ` rel="noopener noreferrer" href="${escapeHtml(part.href)}"`);
  };
  const blocks = (inside: readonly Block[]): string => inside.map(block).join('');
  const block = (each: Block): string => {
    if (isParagraph(each)) {
      const inner = each.content.map(inline).join('');
      if (each.type === 'p' || shape.headings === 'own') return element(each.type, inner);
      return element('p', `<strong>${inner}</strong>`);
    }
    if (each.type === 'code') return element('pre', `<code>${escapeHtml(each.text)}</code>`);
    if (each.type === 'blockquote') return element('blockquote', blocks(each.content));
    return element(each.type, each.content.map(({ content }) => element('li', blocks(content))).join(''));
  };
  return blocks(text);
}
