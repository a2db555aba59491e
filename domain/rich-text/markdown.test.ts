import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyRichText } from '../../tests/support/rich-texts.ts';
import { richTextProblem } from './check.ts';
import { formatMarkdown, parseMarkdown } from './markdown.ts';
import { normalRichText } from './normal.ts';
import type { Inline, RichText } from './tree.ts';

const p = (...content: Inline[]): RichText => [{ type: 'p', content }];
const link = (text: string, href: string): Inline => ({ type: 'a', href, content: [{ text }] });

describe('Markdown', () => {
  test('says every tree, and is read back as the same one', () => {
    fc.assert(
      fc.property(anyRichText, (written) => {
        const text = normalRichText(written);
        expect(parseMarkdown(formatMarkdown(text))).toEqual(text);
      }),
      { numRuns: 1000 },
    );
  });

  test('of any kind becomes a tree that the contract takes', () => {
    const lines = fc.array(
      fc.constantFrom('> ', '- ', '1. ', '## ', '```', '  ', '    ', 'a', '*', '**', '[a](https://a.example)', '\n', '\\', '`'),
      {
        maxLength: 60,
      },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          lines.map((all) => all.join('')),
          fc.string({ unit: 'binary', maxLength: 200 }),
        ),
        (source) => {
          const text = parseMarkdown(source);
          expect(richTextProblem(text)).toBeUndefined();
          expect(normalRichText(text)).toEqual(text);
          expect(parseMarkdown(formatMarkdown(text))).toEqual(text);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test.each<[string, RichText]>([
    [
      'Two **strong** and *thin* words',
      p({ text: 'Two ' }, { text: 'strong', marks: ['strong'] }, { text: ' and ' }, { text: 'thin', marks: ['em'] }, { text: ' words' }),
    ],
    ['one\ntwo', p({ text: 'one' }, { type: 'br' }, { text: 'two' })],
    ['2 * 3 * 4 and snake_case_name', p({ text: '2 * 3 * 4 and snake_case_name' })],
    ['a *lonely asterisk', p({ text: 'a *lonely asterisk' })],
    ['[Help](https://a.example/x)', p(link('Help', 'https://a.example/x'))],
    ['See https://a.example/x.', p({ text: 'See ' }, link('https://a.example/x', 'https://a.example/x'), { text: '.' })],
    ['[mail](mailto:ana@vertice.example)', p(link('mail', 'mailto:ana@vertice.example'))],
    ['[x](javascript:alert(1))', p({ text: '[x](javascript:alert(1))' })],
    ['[x](http://a.example)', p({ text: '[x](http://a.example)' })],
    ['<script>alert(1)</script>', p({ text: '<script>alert(1)</script>' })],
    ['`a < b`', p({ text: 'a < b', marks: ['code'] })],
    ['', []],
    ['# Title', [{ type: 'h2', content: [{ text: 'Title' }] }]],
    ['#### Small', [{ type: 'h3', content: [{ text: 'Small' }] }]],
  ])('%j is read', (source, text) => {
    expect(parseMarkdown(source)).toEqual(text);
  });

  test('has lists within lists, quotes and code', () => {
    const source = [
      'Steps:',
      '',
      '1. Open *Users*',
      '',
      '   - first',
      '   - second',
      '2. Save',
      '',
      '> Quoted',
      '',
      '```',
      'a  < b',
      '```',
    ].join('\n');
    const text = parseMarkdown(source);
    expect(text.map(({ type }) => type)).toEqual(['p', 'ol', 'blockquote', 'code']);
    expect(text[1]).toMatchObject({ content: [{ content: [{ type: 'p' }, { type: 'ul', content: [{}, {}] }] }, {}] });
    expect(formatMarkdown(text)).toBe(source.replace('*\n\n   -', '*\n   -'));
  });

  test('nested deeper than the limit stays text, and costs no stack', () => {
    for (const source of [
      '> '.repeat(5000),
      '- '.repeat(5000),
      `${'- '.repeat(200)}x`,
      '['.repeat(20_000),
      '*a '.repeat(6000),
      '`'.repeat(9999),
    ])
      expect(richTextProblem(parseMarkdown(source))).toBeUndefined();
  });
});
