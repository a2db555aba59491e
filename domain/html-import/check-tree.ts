import * as allowed from './allowed.ts';
import { linkFault } from './link.ts';
import { type HtmlRefusal, type HtmlRule, htmlLimits } from './rules.ts';
import { styleFault } from './style.ts';

type Attribute = { name: string; value: string; prefix?: string | undefined };
type Location = { startLine: number; attrs?: Record<string, { startLine: number }> | undefined };
/** A node as the parser gives it: an element has a name and attributes, a comment its data. */
export type HtmlNode = {
  nodeName: string;
  tagName?: string;
  attrs?: readonly Attribute[];
  data?: string;
  childNodes?: readonly HtmlNode[];
  sourceCodeLocation?: Location | null | undefined;
};
type Element = HtmlNode & { tagName: string; attrs: readonly Attribute[] };
type Place = 'head' | 'body';

const isElement = (node: HtmlNode): node is Element => node.tagName !== undefined && node.attrs !== undefined;
const roots = ['html', 'head', 'body'];
/** Conditional comments hold markup that only some mail programs read. */
const isConditional = (comment: string): boolean => /^\s*\[if\b|<!\[endif\]|\[endif\]\s*$/i.test(comment);

/** Everything in a parsed page that breaks a rule, in the order of lines. */
export function getRefusals(page: HtmlNode): HtmlRefusal[] {
  const refusals: HtmlRefusal[] = [];
  let nodes = 0;
  let line = 1;
  const refuse = (rule: HtmlRule, what: string, at = line) =>
    void refusals.push({ rule, line: at, what: what.replace(/\s+/g, ' ').slice(0, 80) });

  function visit(node: HtmlNode, place: Place, depth: number): void {
    nodes += 1;
    if (nodes > htmlLimits.nodes || depth > htmlLimits.depth) {
      if (!refusals.some(({ rule }) => rule === 'size')) refuse('size', nodes > htmlLimits.nodes ? 'nodes' : 'depth');
      return;
    }
    // What the parser adds itself has no line of its own.
    line = node.sourceCodeLocation?.startLine ?? line;
    if (node.nodeName === '#comment' && isConditional(node.data ?? '')) refuse('element', '<!--[if');
    if (isElement(node)) checkElement(node, place, refuse);
    const within = node.tagName === 'head' || node.tagName === 'body' ? node.tagName : place;
    for (const child of node.childNodes ?? []) visit(child, within, depth + 1);
  }
  visit(page, 'body', 0);
  return refusals.toSorted((one, other) => one.line - other.line).slice(0, htmlLimits.listed);
}

type Refuse = (rule: HtmlRule, what: string, line?: number) => void;

function checkElement(element: Element, place: Place, refuse: Refuse): void {
  const { tagName, attrs, sourceCodeLocation } = element;
  const isRoot = roots.includes(tagName);
  const rule = isRoot || (place === 'head' && tagName === 'title') ? null : elementRule(element, place);
  if (rule) refuse(rule, `<${tagName}>`);
  if (tagName === 'meta' && rule === null) return;
  for (const { name, value, prefix } of attrs) {
    const full = prefix ? `${prefix}:${name}` : name;
    const fault = attributeFault(tagName, full, value, isRoot);
    if (fault) refuse(fault.rule, fault.what, sourceCodeLocation?.attrs?.[full]?.startLine);
  }
}

const valueFor = ({ attrs }: Element, name: string) => attrs.find((attribute) => attribute.name === name)?.value ?? '';

function elementRule(element: Element, place: Place): HtmlRule | null {
  const { tagName } = element;
  if (tagName === 'style') return place === 'head' ? 'head' : 'inline';
  if (tagName === 'link') return /\bstylesheet\b/i.test(valueFor(element, 'rel')) ? 'head' : 'remote';
  if (tagName === 'base') return 'address';
  if (tagName === 'meta') return place === 'head' && !/refresh|set-cookie/i.test(valueFor(element, 'http-equiv')) ? null : 'address';
  if (allowed.scriptElements.has(tagName)) return 'scripts';
  if (allowed.formElements.has(tagName)) return 'forms';
  if (allowed.frameElements.has(tagName)) return 'frames';
  if (allowed.remoteElements.has(tagName)) return 'remote';
  return allowed.elements.has(tagName) ? null : 'element';
}

function attributeFault(tagName: string, name: string, value: string, isRoot: boolean): Pick<HtmlRefusal, 'rule' | 'what'> | null {
  if (/^on/i.test(name)) return { rule: 'scripts', what: name };
  if (isRoot && allowed.rootStyles.has(name)) return { rule: 'root', what: `<${tagName} ${name}>` };
  if (name === 'srcdoc') return { rule: 'frames', what: name };
  if (allowed.formAttributes.has(name)) return { rule: 'forms', what: name };
  if (allowed.remoteAttributes.has(name)) {
    const rule = /^\s*(?:java|vb)script:/i.test(value) ? 'scripts' : 'remote';
    return { rule, what: name };
  }
  if (name === 'href') {
    const fault = tagName === 'a' ? linkFault(value) : 'element';
    return fault && { rule: fault, what: `href="${value.trim()}"` };
  }
  if (name === 'style') return styleFault(value);
  if (isRoot && (name.startsWith('xmlns') || name === 'profile' || name === 'version')) return null;
  return allowed.attributes.has(name) ? null : { rule: 'element', what: name };
}
