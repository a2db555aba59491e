import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileTexts } from '../../tests/support/hostile-texts.ts';
import { anyRichText } from '../../tests/support/rich-texts.ts';
import { fitsRichText, isRichText } from './check.ts';
import { requiredRichText, richText } from './contract.ts';
import { getHref } from './href.ts';
import { mailHtml } from './mail-html.ts';
import { parseMarkdown } from './markdown.ts';
import { normalRichText } from './normal.ts';
import { plainText } from './plain.ts';
import type { Block, RichText } from './tree.ts';

const colors = { ink: '#111', link: '#00f', soft: '#eee', line: '#ccc' };
const p = (text: string): Block => ({ type: 'p', content: [{ text }] });
const getTags = (html: string) => [...html.matchAll(/<\/?([^\s>]*)[^>]*>/g)].map(([, name]) => name);
const ours = ['p', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'br', 'a', 'strong', 'em'];
/** What a reader of HTML sees, letters only: markers and spaces differ between the two forms. */
const seen = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s/g, '');

describe('a rich text', () => {
  test('of ten nodes and three marks is taken, and comes back in its one form', () => {
    fc.assert(
      fc.property(anyRichText, (text) => {
        expect(isRichText(text)).toBe(true);
        const normal = richText.parse(text);
        expect(normal).toEqual(normalRichText(text));
        expect(richText.parse(normal)).toEqual(normal);
        expect(JSON.parse(JSON.stringify(normal))).toEqual(normal);
        expect(JSON.stringify(normal)).not.toContain('\\u0000');
      }),
      { numRuns: 1000 },
    );
  });

  test.each<[string, unknown]>([
    ['no list', { type: 'p' }],
    ['a node of another kind', [{ type: 'img', src: 'https://evil.example/p.gif' }]],
    ['raw HTML', ['<p>x</p>']],
    ['an attribute', [{ type: 'p', content: [], onclick: 'x' }]],
    ['a script address', [{ type: 'p', content: [{ type: 'a', href: 'javascript:alert(1)', content: [{ text: 'x' }] }] }]],
    ['a data address', [{ type: 'p', content: [{ type: 'a', href: 'data:text/html,x', content: [{ text: 'x' }] }] }]],
    ['http', [{ type: 'p', content: [{ type: 'a', href: 'http://a.example/', content: [{ text: 'x' }] }] }]],
    ['a link in a link', [{ type: 'p', content: [{ type: 'a', href: 'https://a.example/', content: [{ type: 'a' }] }] }]],
    ['a list with no items', [{ type: 'ul', content: [p('x')] }]],
    ['an item outside of a list', [{ type: 'li', content: [p('x')] }]],
    ['a text outside of a paragraph', [{ text: 'x' }]],
    ['a mark of another kind', [{ type: 'p', content: [{ text: 'x', marks: ['u'] }] }]],
    ['a mark that comes twice', [{ type: 'p', content: [{ text: 'x', marks: ['em', 'em'] }] }]],
    ['a text that is no text', [{ type: 'p', content: [{ text: 1 }] }]],
    ['the run as a type', [{ type: 'p', content: [{ type: 'run', text: 'x' }] }]],
    ['a name of the prototype', [{ type: '__proto__', content: [] }]],
    [
      'seven levels',
      [
        {
          type: 'ul',
          content: [
            {
              type: 'li',
              content: [{ type: 'ul', content: [{ type: 'li', content: [{ type: 'ul', content: [{ type: 'li', content: [] }] }] }] }],
            },
          ],
        },
        ...[...Array(7)].reduce((inner: Block[]): Block[] => [{ type: 'blockquote', content: inner }], []),
      ],
    ],
  ])('with %s is refused', (_what, value) => {
    expect(richText.safeParse(value).error?.issues.map(({ message }) => message)).toEqual(['invalid']);
  });

  test('nested without end is refused, not followed', () => {
    let nested: unknown = [];
    for (let depth = 0; depth < 100_000; depth += 1) nested = [{ type: 'blockquote', content: nested }];
    expect(richText.safeParse(nested).success).toBe(false);
  });

  test('has at most 20,000 characters and 2,000 nodes', () => {
    expect(fitsRichText([p('x'.repeat(20_000))])).toBe(true);
    const tooLong = [[p('x'.repeat(20_001))], Array.from({ length: 1001 }, () => p('x'))] satisfies RichText[];
    for (const text of tooLong) expect(richText.safeParse(text).error?.issues.map(({ message }) => message)).toEqual(['too_long']);
  });

  test('of spaces alone is empty where one is required', () => {
    for (const text of [[], [p(' ')], [p('\u00a0')]])
      expect(requiredRichText.safeParse(text).error?.issues.map(({ message }) => message)).toEqual(['required']);
  });

  test('says the same in a mail and as plain text, in tags of ours alone', () => {
    fc.assert(
      fc.property(anyRichText, (written) => {
        const text = normalRichText(written).filter(({ type }) => type === 'p' || type === 'code');
        const html = mailHtml(text, colors);
        expect(getTags(html).filter((name = '') => !ours.includes(name))).toEqual([]);
        const noAddresses = text.map((block) =>
          JSON.parse(JSON.stringify(block).replace(/"href":"[^"]*"/g, '"href":"https://a.example/"')),
        );
        expect(seen(html)).toBe(plainText(noAddresses).replaceAll(' (https://a.example/)', '').replace(/\s/g, ''));
      }),
      { numRuns: 500 },
    );
  });

  test.each(hostileTexts)('%j stays text', (written) => {
    for (const text of [parseMarkdown(written), normalRichText([p(written), { type: 'code', text: written }])]) {
      expect(isRichText(text)).toBe(true);
      const html = mailHtml(text, colors);
      expect(getTags(html).filter((name = '') => !ours.includes(name))).toEqual([]);
      for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^(https:\/\/|mailto:)/);
      expect(html.replace(/>[^<]*</g, '><')).not.toMatch(/\son\w+=|javascript:|<script|<img/i);
    }
  });

  test.each<[string, string | null]>([
    ['https://a.example', 'https://a.example/'],
    ['HTTPS://A.example/x', 'https://a.example/x'],
    ['https://a.example/x(1)', 'https://a.example/x%281%29'],
    ['mailto:ana@vertice.example', 'mailto:ana@vertice.example'],
    ['mailto:ana@vertice.example?bcc=x@y.example', null],
    ['http://a.example', null],
    ['//a.example', null],
    ['https:a.example', null],
    ['https:\\\\a.example', null],
    ['https://user:pass@a.example', null],
    ['java\nscript:alert(1)', null],
    [' javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['blob:https://a.example/x', null],
    ['https://', null],
    ['/settings', null],
    ['', null],
  ])('a link to %j is stored as %j', (written, stored) => {
    expect(getHref(written)).toBe(stored);
  });
});
