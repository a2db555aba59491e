import type { Node } from 'prosemirror-model';
import { normalRichText } from '../../../domain/rich-text/normal.ts';
import {
  type Block,
  type Inline,
  type Item,
  isParagraph,
  isRun,
  type Link,
  type Mark,
  marks,
  type RichText,
  type Run,
} from '../../../domain/rich-text/tree.ts';
import { schema } from './editor-schema.ts';

const getMark = (name: Mark) => schema.mark(name);
const getText = (run: Run, href?: string) =>
  schema.text(run.text, [...(href ? [schema.mark('a', { href })] : []), ...(run.marks ?? []).map(getMark)]);

function inlineNodes(part: Inline): Node[] {
  if (isRun(part)) return [getText(part)];
  return part.type === 'br' ? [schema.node('br')] : part.content.map((run) => getText(run, part.href));
}

function blockNode(block: Block | Item): Node {
  if (block.type === 'code') return schema.node('pre', null, schema.text(block.text));
  if (isParagraph(block)) return schema.node(block.type, null, block.content.flatMap(inlineNodes));
  return schema.node(block.type, null, block.content.map(blockNode));
}

/** A tree as the editor's document; an empty one has a paragraph to write in. */
export const toEditor = (text: RichText): Node => schema.node('doc', null, text.length > 0 ? text.map(blockNode) : [schema.node('p')]);

function getRun(node: Node): Run {
  const own = marks.filter((mark) => node.marks.some(({ type }) => type.name === mark));
  return own.length > 0 ? { text: node.text ?? '', marks: own } : { text: node.text ?? '' };
}

function toInlines(node: Node): Inline[] {
  const parts: Inline[] = [];
  node.forEach((child) => {
    const href: unknown = child.marks.find(({ type }) => type.name === 'a')?.attrs.href;
    const last = parts.at(-1);
    if (!child.isText) parts.push({ type: 'br' });
    else if (typeof href !== 'string') parts.push(getRun(child));
    else if (last && !isRun(last) && last.type === 'a' && last.href === href) last.content.push(getRun(child));
    else parts.push({ type: 'a', href, content: [getRun(child)] } satisfies Link);
  });
  return parts;
}

function getChildren<Part>(node: Node, of: (child: Node) => Part): Part[] {
  const all: Part[] = [];
  node.forEach((child) => void all.push(of(child)));
  return all;
}

function toBlock(node: Node): Block {
  const name = node.type.name;
  if (name === 'pre') return { type: 'code', text: node.textContent };
  if (name === 'blockquote') return { type: name, content: getChildren(node, toBlock) };
  if (name === 'ul' || name === 'ol')
    return { type: name, content: getChildren(node, (item) => ({ type: 'li', content: getChildren(item, toBlock) })) };
  return { type: name === 'h2' || name === 'h3' ? name : 'p', content: toInlines(node) };
}

/** The editor's document as a tree, in the form in which it is stored. */
export const fromEditor = (doc: Node): RichText => normalRichText(getChildren(doc, toBlock));
