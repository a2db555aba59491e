import { type DefaultTreeAdapterMap, parse, serialize } from 'parse5';
import { getRefusals, type HtmlNode } from '../../../domain/html-import/check-tree.ts';
import { type HtmlRefusal, htmlLimits } from '../../../domain/html-import/rules.ts';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];
type Imported = { html: string } | { refusals: readonly HtmlRefusal[] };

/**
 * Reads an HTML page as a browser does and lists what breaks a rule; nothing is cleaned or left out. Without refusals, `html` is the
 * content of its body as the parser writes it, so that every reader finds the same elements in it.
 */
export function importHtml(source: string): Imported {
  if (source.length > htmlLimits.length) return { refusals: [{ rule: 'size', line: 1, what: String(htmlLimits.length) }] };
  const page = parse(source, { sourceCodeLocationInfo: true, scriptingEnabled: false });
  const refusals = getRefusals(page as HtmlNode); // because an element has all of these fields
  if (refusals.length > 0) return { refusals };
  const html = findChild(page, 'html');
  const body = html && findChild(html, 'body');
  const content = body ? serialize(body).trim() : '';
  return content ? { html: content } : { refusals: [{ rule: 'size', line: 1, what: 'empty' }] };
}

const findChild = (parent: DefaultTreeAdapterMap['parentNode'], name: string): Element | undefined =>
  parent.childNodes.find((node: Node): node is Element => 'tagName' in node && node.tagName === name);
