import { Schema } from 'prosemirror-model';
import { getHref } from '../../../domain/rich-text/href.ts';

const block = { group: 'block', content: 'block+', defining: true };
const inline = { group: 'block', content: 'inline*', defining: true };
const tags = (...names: string[]) => names.map((tag) => ({ tag }));

/**
 * The ten nodes as the editor knows them. A link is a mark here, because people extend and split it like one. What is pasted keeps these
 * nodes and marks and nothing else; an address that is no link of ours leaves its text.
 */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    p: { ...inline, parseDOM: tags('p'), toDOM: () => ['p', 0] },
    h2: { ...inline, content: 'text*', parseDOM: tags('h1', 'h2'), toDOM: () => ['h2', 0] },
    h3: { ...inline, content: 'text*', parseDOM: tags('h3', 'h4', 'h5', 'h6'), toDOM: () => ['h3', 0] },
    ul: { group: 'block', content: 'li+', parseDOM: tags('ul'), toDOM: () => ['ul', 0] },
    ol: { group: 'block', content: 'li+', parseDOM: tags('ol'), toDOM: () => ['ol', 0] },
    li: { content: 'block+', defining: true, parseDOM: tags('li'), toDOM: () => ['li', 0] },
    blockquote: { ...block, parseDOM: tags('blockquote'), toDOM: () => ['blockquote', 0] },
    pre: {
      ...{ group: 'block', content: 'text*', marks: '', code: true, defining: true },
      parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' as const }],
      toDOM: () => ['pre', ['code', 0]],
    },
    text: { group: 'inline' },
    br: { inline: true, group: 'inline', selectable: false, parseDOM: tags('br'), toDOM: () => ['br'] },
  },
  marks: {
    a: {
      attrs: { href: { validate: 'string' } },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (element) => {
            const href = getHref(element.getAttribute('href') ?? '');
            return href ? { href } : false;
          },
        },
      ],
      toDOM: ({ attrs }) => ['a', { href: attrs.href, rel: 'noopener noreferrer' }, 0],
    },
    strong: { parseDOM: tags('strong', 'b'), toDOM: () => ['strong', 0] },
    em: { parseDOM: tags('em', 'i'), toDOM: () => ['em', 0] },
    code: { parseDOM: tags('code'), toDOM: () => ['code', 0] },
  },
});
