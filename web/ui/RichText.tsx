import { createElement, type ReactNode } from 'react';
import { type Block, type Inline, isParagraph, isRun, marks, type Run, type RichText as Tree } from '../../domain/rich-text/tree.ts';
import './RichText.css';

function runNode({ text, marks: own = [] }: Run): ReactNode {
  return marks.filter((mark) => own.includes(mark)).reduceRight<ReactNode>((inner, mark) => createElement(mark, null, inner), text);
}

function inlineNode(part: Inline, key: number): ReactNode {
  if (isRun(part)) return <span key={key}>{runNode(part)}</span>;
  if (part.type === 'br') return <br key={key} />;
  return (
    <a key={key} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
      {part.content.map(inlineNode)}
    </a>
  );
}

function blockNode(block: Block, key: number): ReactNode {
  // On the page, h1 and h2 are the page's own: the two levels of a text come below them.
  if (isParagraph(block)) {
    const tag = { p: 'p', h2: 'h3', h3: 'h4' }[block.type];
    return createElement(tag, { key, className: `rich-${block.type}` }, block.content.map(inlineNode));
  }
  if (block.type === 'code')
    return (
      <pre key={key}>
        <code>{block.text}</code>
      </pre>
    );
  if (block.type === 'blockquote') return <blockquote key={key}>{block.content.map(blockNode)}</blockquote>;
  const items = block.content.map(({ content }, at) => createElement('li', { key: at }, content.map(blockNode)));
  return createElement(block.type, { key }, items);
}

type Props = { text: Tree; lang?: string; className?: string };

/** A rich text as it is read: nodes of React, so no text of anyone ever becomes HTML. */
export function RichText({ text, lang, className }: Props) {
  return (
    <div className={['rich-text', className].filter(Boolean).join(' ')} lang={lang}>
      {text.map(blockNode)}
    </div>
  );
}
