/** The most that one rich text holds; nested deeper than `depth`, a tree is refused. */
export const richTextLimits = { characters: 20_000, nodes: 2_000, depth: 6, href: 2_000 } as const;

/** Marks of a run of text, in the order in which they are stored. */
export const marks = ['strong', 'em', 'code'] as const;
export type Mark = (typeof marks)[number];

export type Run = { text: string; marks?: Mark[] };
type Break = { type: 'br' };
export type Link = { type: 'a'; href: string; content: Run[] };
export type Inline = Run | Break | Link;

export type Paragraph = { type: 'p' | 'h2' | 'h3'; content: Inline[] };
type CodeBlock = { type: 'code'; text: string };
type Quote = { type: 'blockquote'; content: Block[] };
export type Item = { type: 'li'; content: Block[] };
export type List = { type: 'ul' | 'ol'; content: Item[] };
export type Block = Paragraph | CodeBlock | Quote | List;

/** Formatted text: the blocks from top to bottom. An empty list is an empty text. */
export type RichText = Block[];

export const isRun = (inline: Inline): inline is Run => 'text' in inline;
export const isParagraph = (block: Block | Item): block is Paragraph => block.type === 'p' || block.type === 'h2' || block.type === 'h3';
export const isEmpty = (text: RichText): boolean => text.length === 0;
