import { getHref } from './href.ts';
import { marks, type RichText, richTextLimits } from './tree.ts';

type Size = { characters: number; nodes: number };
type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const hasOnly = (value: Fields, names: readonly string[]) => Object.keys(value).every((name) => names.includes(name));
const inline = ['run', 'br', 'a'];
const block = ['p', 'h2', 'h3', 'code', 'blockquote', 'ul', 'ol'];
const inside: Readonly<Record<string, readonly string[]>> = {
  ...{ p: inline, h2: inline, h3: inline, a: ['run'] },
  ...{ blockquote: block, li: block, ul: ['li'], ol: ['li'] },
};

/** Whether each node is one of ours in its place. Stops at the depth limit, so no nesting exhausts the stack. */
function isNode(value: unknown, allowed: readonly string[], depth: number, size: Size): boolean {
  if (!isFields(value)) return false;
  size.nodes += 1;
  const { type, text, content } = value;
  if (type === undefined) {
    if (!allowed.includes('run') || typeof text !== 'string' || !hasOnly(value, ['text', 'marks'])) return false;
    size.characters += text.length;
    return value.marks === undefined || areMarks(value.marks);
  }
  if (typeof type !== 'string' || !allowed.includes(type) || type === 'run' || depth > richTextLimits.depth) return false;
  if (type === 'br') return hasOnly(value, ['type']);
  if (type === 'code') {
    if (typeof text !== 'string') return false;
    size.characters += text.length;
    return hasOnly(value, ['type', 'text']);
  }
  if (type === 'a') {
    // Stored addresses are in their one form already: `getHref` is applied where people write.
    if (typeof value.href !== 'string' || getHref(value.href) !== value.href) return false;
    size.characters += value.href.length;
  }
  return hasOnly(value, type === 'a' ? ['type', 'href', 'content'] : ['type', 'content']) && areNodes(content, type, depth + 1, size);
}

const areNodes = (content: unknown, parent: string, depth: number, size: Size): boolean =>
  Array.isArray(content) && content.every((each) => isNode(each, inside[parent] ?? [], depth, size));

const areMarks = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length <= marks.length &&
  value.every((mark) => marks.includes(mark)) &&
  new Set(value).size === value.length;

/** Why a value is no rich text that can be stored: its shape, or its size. */
export function richTextProblem(value: unknown): 'invalid' | 'too_long' | undefined {
  const size = { characters: 0, nodes: 0 };
  if (!Array.isArray(value) || !value.every((each) => isNode(each, block, 1, size))) return 'invalid';
  return size.characters > richTextLimits.characters || size.nodes > richTextLimits.nodes ? 'too_long' : undefined;
}

export const isRichText = (value: unknown): value is RichText => richTextProblem(value) !== 'invalid';
export const fitsRichText = (value: RichText): boolean => richTextProblem(value) === undefined;
