import fc from 'fast-check';
import { getHref } from '../../domain/rich-text/href.ts';
import type { Block, Inline, Item, Link, Paragraph, Run } from '../../domain/rich-text/tree.ts';

// Texts in which every character of our Markdown occurs often.
const pieces = [
  'a',
  'bc',
  ' ',
  '  ',
  '*',
  '**',
  '_',
  '`',
  '``',
  '\\',
  '[',
  ']',
  '(',
  ')',
  '#',
  '# ',
  '- ',
  '1. ',
  '2) ',
  '> ',
  '+ ',
  '```',
  '\n',
];
const more = [
  'https://a.example',
  'é',
  '€',
  '😀',
  '<b>',
  '&amp;',
  '"',
  "'",
  '\t',
  '|',
  '!',
  ':',
  '.',
  '\u00a0',
  '~',
  '{{x}}',
  '\0',
  '\ud800',
];
const anyText = fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 6 }).map((parts) => parts.join(''));
const anyRun: fc.Arbitrary<Run> = fc.record({ text: anyText, marks: fc.subarray(['strong', 'em', 'code']) });
const addresses = ['https://a.example/x_(y)?q=*a*&b=[c]', 'mailto:ana@vertice.example', 'https://a.example', 'https://ü.example/`'];
const hrefs = addresses.map((address) => getHref(address)).filter((href) => href !== null);
const anyLink: fc.Arbitrary<Link> = fc.record({
  type: fc.constant('a' as const),
  href: fc.constantFrom(...hrefs),
  content: fc.oneof(fc.array(anyRun, { maxLength: 3 }), fc.constant<Run[]>([{ text: 'https://a.example' }])),
});
const anyInline: fc.Arbitrary<Inline> = fc.oneof({ weight: 5, arbitrary: anyRun }, anyLink, fc.constant({ type: 'br' as const }));
const anyParagraph: fc.Arbitrary<Paragraph> = fc.record({
  type: fc.constantFrom('p' as const, 'p' as const, 'h2' as const, 'h3' as const),
  content: fc.array(anyInline, { maxLength: 6 }),
});
const anyCode: fc.Arbitrary<Block> = fc.record({
  type: fc.constant('code' as const),
  text: fc.array(anyText, { maxLength: 3 }).map((all) => all.join('\n')),
});

/** Blocks that fit below `depth`, whose deepest node may be a link. */
function blocksBelow(depth: number): fc.Arbitrary<Block[]> {
  const simple: fc.Arbitrary<Block> = fc.oneof({ weight: 4, arbitrary: anyParagraph }, anyCode);
  if (depth < 3) return fc.array(simple, { maxLength: 3 });
  const quote: fc.Arbitrary<Block> = fc.record({ type: fc.constant('blockquote' as const), content: blocksBelow(depth - 1) });
  if (depth < 4) return fc.array(fc.oneof({ weight: 3, arbitrary: simple }, quote), { maxLength: 3 });
  const item: fc.Arbitrary<Item> = fc.record({ type: fc.constant('li' as const), content: blocksBelow(depth - 2) });
  const list: fc.Arbitrary<Block> = fc.record({
    type: fc.constantFrom('ul' as const, 'ol' as const),
    content: fc.array(item, { maxLength: 3 }),
  });
  return fc.array(fc.oneof({ weight: 3, arbitrary: simple }, quote, list), { maxLength: 4 });
}

/** Any rich text that the contract takes. */
export const anyRichText = blocksBelow(6);
