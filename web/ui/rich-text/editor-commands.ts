import { chainCommands, exitCode, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState } from 'prosemirror-state';
import { schema } from './editor-schema.ts';

const { nodes, marks } = schema;
type BlockName = 'h2' | 'h3' | 'ul' | 'ol' | 'blockquote' | 'pre';
type MarkName = 'strong' | 'em' | 'code' | 'a';

/** Whether the selection lies in a node of this kind. */
export function isInside(state: EditorState, name: BlockName | 'li'): boolean {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) if ($from.node(depth).type.name === name) return true;
  return false;
}

export function hasMark(state: EditorState, name: MarkName): boolean {
  const { from, to, empty, $from } = state.selection;
  const type = marks[name];
  return empty ? !!type.isInSet(state.storedMarks ?? $from.marks()) : state.doc.rangeHasMark(from, to, type);
}

/** The address of the link at the selection. */
export function linkAt(state: EditorState): string {
  const { from, to, $from } = state.selection;
  let href: unknown = marks.a.isInSet($from.marks())?.attrs.href;
  state.doc.nodesBetween(from, to, (node: Node) => {
    href ??= marks.a.isInSet(node.marks)?.attrs.href;
  });
  return typeof href === 'string' ? href : '';
}

/** Turns a kind of block on, or back into paragraphs. */
export const turnBlock =
  (name: BlockName): Command =>
  (state, dispatch) => {
    const isOn = isInside(state, name);
    if (name === 'ul' || name === 'ol') return (isOn ? liftListItem(nodes.li) : wrapInList(nodes[name]))(state, dispatch);
    if (name === 'blockquote') return (isOn ? lift : wrapIn(nodes.blockquote))(state, dispatch);
    return setBlockType(isOn ? nodes.p : nodes[name])(state, dispatch);
  };

export const turnMark = (name: Exclude<MarkName, 'a'>): Command => toggleMark(marks[name]);

/** Sets the address of the selected text; null removes the link. Without a selection the address itself becomes the text. */
export const setLink =
  (href: string | null): Command =>
  (state, dispatch) => {
    const { from, to, empty, $from } = state.selection;
    const tr = state.tr;
    if (href && empty && !marks.a.isInSet($from.marks()))
      tr.replaceSelectionWith(schema.text(href.replace(/^mailto:/, ''), [marks.a.create({ href })]), false);
    else {
      const [start, end] = empty ? linkRange(state) : [from, to];
      tr.removeMark(start, end, marks.a);
      if (href) tr.addMark(start, end, marks.a.create({ href }));
    }
    dispatch?.(tr.scrollIntoView());
    return true;
  };

function linkRange(state: EditorState): [number, number] {
  const { $from, from } = state.selection;
  let [start, end] = [from, from];
  $from.parent.forEach((node, offset) => {
    const at = $from.start() + offset;
    if (marks.a.isInSet(node.marks) && at <= from && from <= at + node.nodeSize) [start, end] = [at, at + node.nodeSize];
  });
  return [start, end];
}

const lineBreak: Command = (state, dispatch) => {
  if (!isInside(state, 'h2') && !isInside(state, 'h3')) dispatch?.(state.tr.replaceSelectionWith(nodes.br.create()).scrollIntoView());
  return true;
};

/** Tab isn't bound: it leaves the editor, as it leaves every field. */
export const keys: Record<string, Command> = {
  'Mod-b': turnMark('strong'),
  'Mod-i': turnMark('em'),
  'Mod-e': turnMark('code'),
  'Mod-z': undo,
  'Mod-y': redo,
  'Shift-Mod-z': redo,
  Enter: splitListItem(nodes.li),
  'Shift-Enter': chainCommands(exitCode, lineBreak),
  'Mod-]': sinkListItem(nodes.li),
  'Mod-[': liftListItem(nodes.li),
  'Shift-Mod-7': turnBlock('ol'),
  'Shift-Mod-8': turnBlock('ul'),
  'Shift-Mod-9': turnBlock('blockquote'),
};
