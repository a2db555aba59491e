import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { parseMarkdown } from '../../domain/rich-text/markdown.ts';
import { hostileTexts } from '../../tests/support/hostile-texts.ts';
import { RichText } from './RichText.tsx';

const toHtml = (markdown: string) => renderToStaticMarkup(<RichText text={parseMarkdown(markdown)} lang="en-US" />);
const ours = ['div', 'span', 'p', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'br', 'a', 'strong', 'em'];

test('a rich text is read as headings, lists, quotes, code and links', () => {
  const html = toHtml('## Title\n\nTwo **strong** [words](https://a.example)\n\n1. one\n   - inner\n\n> quoted\n\n```\na < b\n```');
  expect(html).toContain('<h3 class="rich-h2"><span>Title</span></h3>');
  expect(html).toContain('<strong>strong</strong>');
  expect(html).toContain('<a href="https://a.example/" target="_blank" rel="noopener noreferrer nofollow"><span>words</span></a>');
  expect(html).toContain('<ol><li><p class="rich-p"><span>one</span></p><ul><li>');
  expect(html).toContain('<pre><code>a &lt; b</code></pre>');
});

test.each(hostileTexts)('%j is shown as it was written', (text) => {
  const html = toHtml(text);
  const tags = [...html.matchAll(/<\/?([^\s/>]+)[^>]*>/g)].map(([, name = '']) => name);
  expect(tags.filter((name) => !ours.includes(name))).toEqual([]);
  for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^(https:\/\/|mailto:)/);
});
