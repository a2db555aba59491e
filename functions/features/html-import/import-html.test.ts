import { type DefaultTreeAdapterMap, parse, parseFragment, serialize } from 'parse5';
import { describe, expect, test } from 'vitest';
import { htmlLimits } from '../../../domain/html-import/rules.ts';
import { textOfHtml } from '../../../domain/html-import/text-of-html.ts';
import { hostileTexts } from '../../../tests/support/hostile-texts.ts';
import { alsoRefused, hostileHtml, refusedHtml } from '../../../tests/support/imported-html.ts';
import { importHtml } from './import-html.ts';

const getRefusals = (html: string) => {
  const imported = importHtml(html);
  return 'refusals' in imported ? imported.refusals : [];
};
const toHtml = (html: string) => {
  const imported = importHtml(html);
  return 'html' in imported ? imported.html : null;
};

describe('a document that breaks a rule is refused with that rule and its line', () => {
  test.each(['inline', 'head', 'root', 'scripts'] as const)('%s, in at least 30 documents', (rule) => {
    const documents = refusedHtml.filter((each) => each.rule === rule);
    expect(documents.length).toBeGreaterThanOrEqual(30);
    expect(new Set(documents.map(({ html }) => html)).size).toBe(documents.length);
    for (const { html, line } of documents) expect(getRefusals(html), html).toContainEqual({ rule, line, what: expect.any(String) });
  });

  test('and so are foreign content, forms, frames, other addresses and unknown markup', () => {
    for (const { rule, html, line } of alsoRefused)
      expect(getRefusals(html), html).toContainEqual({ rule, line, what: expect.any(String) });
  });

  test('all refusals are listed, in the order of lines', () => {
    expect(getRefusals('<p onclick=a()>x</p>\n<form>\n</form>\n<svg></svg>\n<p style="background:url(a)">x</p>')).toEqual([
      { rule: 'scripts', line: 1, what: 'onclick' },
      { rule: 'forms', line: 2, what: '<form>' },
      { rule: 'scripts', line: 4, what: '<svg>' },
      { rule: 'remote', line: 5, what: 'url()' },
    ]);
  });

  test('too much is refused at once', () => {
    expect(getRefusals('x'.repeat(htmlLimits.length + 1))).toMatchObject([{ rule: 'size' }]);
    expect(getRefusals('<div>'.repeat(200))).toMatchObject([{ rule: 'size', what: 'depth' }]);
    expect(getRefusals('<b>x</b>'.repeat(5_000))).toMatchObject([{ rule: 'size', what: 'nodes' }]);
    expect(getRefusals('<html><head><title>x</title></head><body> </body></html>')).toMatchObject([{ rule: 'size', what: 'empty' }]);
  });
});

type Node = DefaultTreeAdapterMap['node'];
/** Everything of a document that could run, send or load anything. */
function getDangers(node: Node): string[] {
  const own =
    'tagName' in node ? [...getDanger(node.tagName), ...node.attrs.flatMap(({ name, value }) => dangerOfAttribute(name, value))] : [];
  return [...own, ...('childNodes' in node ? node.childNodes.flatMap(getDangers) : [])];
}
const getDanger = (tag: string) =>
  /^(?:script|style|link|meta|base|img|image|svg|math|iframe|frame|object|embed|form|input|button|video|audio|noscript|template)$/.test(tag)
    ? [tag]
    : [];
const dangerOfAttribute = (name: string, value: string) => {
  if (/^on|^src|^srcset$|^background$|^action$|^formaction$|^data$|^poster$|^ping$|:href$/i.test(name)) return [name];
  if (name === 'href') return /^(?:https:\/\/[^/]|mailto:|tel:|#)/i.test(value.trim()) ? [] : [value];
  return name === 'style' && /url|expression|behavior|@import|image-set|binding/i.test(value.replace(/\\/g, '')) ? [value] : [];
};

test('hostile payloads are refused, or leave nothing that runs, loads or changes when it is read again', () => {
  const payloads = [...hostileTexts, ...hostileHtml];
  expect(payloads.length).toBeGreaterThanOrEqual(140);
  let refused = 0;
  for (const payload of payloads) {
    for (const source of [payload, `<p>Olá</p>${payload}`, `<table><tr><td>${payload}</td></tr></table>`]) {
      const html = toHtml(source);
      if (html === null) {
        refused += 1;
        continue;
      }
      expect(getDangers(parseFragment(html)), source).toEqual([]);
      // Read in another place, it is the same: nothing hides in what a parser moves or closes.
      const again = parse(`<!doctype html><html><head></head><body><div>${html}</div></body></html>`);
      expect(serialize(again), source).toContain(html);
    }
  }
  expect(refused).toBeGreaterThan(payloads.length);
});

describe('a document without a fault', () => {
  const good =
    '<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Aviso</title></head><body>' +
    '<h2 style="color:#333">Olá &amp; bem-vindo</h2><p>Relatório: <b>{{report}}</b><br>' +
    'até <a href="https://a.example/?a=1&amp;b=2">amanhã</a></p>' +
    '<table width="100%" cellpadding="8"><tr><td bgcolor="#eee">um</td><td>dois</td></tr></table><ul><li>a</li><li>b</li></ul>' +
    '<pre>  x\n  y</pre></body></html>';
  test('keeps its whole body', () => {
    const html = toHtml(good) ?? '';
    expect(html).toContain('<h2 style="color:#333">Olá &amp; bem-vindo</h2>');
    expect(html).toContain('<td bgcolor="#eee">um</td>');
    expect(toHtml(html)).toBe(html);
  });
  test('is the same text in the plain part of a mail', () => {
    expect(textOfHtml(toHtml(good) ?? '')).toBe(
      'Olá & bem-vindo\n\nRelatório: {{report}}\naté amanhã (https://a.example/?a=1&b=2)\n\num dois\n\n- a\n- b\n\n  x\n  y',
    );
  });
  test('costs little, whatever its shape', () => {
    const start = performance.now();
    for (const part of ['<b>', '<a href="https://a.example">', '<table>', '<p><i>', '</p>', '<ul><li>', '&amp;', '<font color=a>', '<!--'])
      getRefusals(part.repeat(Math.floor(htmlLimits.length / part.length)));
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
