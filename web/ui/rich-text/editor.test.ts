import fc from 'fast-check';
import { EditorState, TextSelection } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../../../domain/rich-text/markdown.ts';
import { normalRichText } from '../../../domain/rich-text/normal.ts';
import { anyRichText } from '../../../tests/support/rich-texts.ts';
import { keys, linkAt, setLink, turnBlock, turnMark } from './editor-commands.ts';
import { schema } from './editor-schema.ts';
import { fromEditor, toEditor } from './editor-tree.ts';

/** A state whose whole text is selected. */
function selected(markdown: string) {
  const state = EditorState.create({ doc: toEditor(parseMarkdown(markdown)) });
  return state.apply(state.tr.setSelection(TextSelection.create(state.doc, 1, state.doc.content.size - 1)));
}
function applied(state: EditorState, ...commands: ((typeof keys)[string] | undefined)[]) {
  let next = state;
  for (const command of commands)
    command?.(next, (tr) => {
      next = next.apply(tr);
    });
  return next;
}

describe('the editor', () => {
  test('shows every tree, and gives it back', () => {
    fc.assert(
      fc.property(anyRichText, (written) => {
        const text = normalRichText(written);
        const doc = toEditor(text);
        doc.check();
        expect(fromEditor(doc)).toEqual(text);
      }),
      { numRuns: 1000 },
    );
  });

  test('knows the nodes and marks of a rich text, and no others', () => {
    expect(Object.keys(schema.nodes).toSorted()).toEqual(
      ['doc', 'p', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote', 'pre', 'text', 'br'].toSorted(),
    );
    expect(Object.keys(schema.marks).toSorted()).toEqual(['a', 'code', 'em', 'strong']);
  });

  test('turns marks and blocks on and off', () => {
    for (const name of ['strong', 'em', 'code'] as const) {
      const marked = applied(selected('abc'), turnMark(name));
      expect(fromEditor(marked.doc)).toEqual([{ type: 'p', content: [{ text: 'abc', marks: [name] }] }]);
      expect(fromEditor(applied(marked, turnMark(name)).doc)).toEqual(parseMarkdown('abc'));
    }
    for (const [name, type] of [
      ['h2', 'h2'],
      ['h3', 'h3'],
      ['ul', 'ul'],
      ['ol', 'ol'],
      ['blockquote', 'blockquote'],
      ['pre', 'code'],
    ] as const) {
      const turned = applied(selected('abc'), turnBlock(name));
      expect(fromEditor(turned.doc)[0]?.type).toBe(type);
      expect(fromEditor(applied(turned, turnBlock(name)).doc)).toEqual(parseMarkdown('abc'));
    }
  });

  test('sets, changes and removes a link', () => {
    const linked = applied(selected('abc'), setLink('https://a.example/'));
    expect(fromEditor(linked.doc)).toEqual(parseMarkdown('[abc](https://a.example/)'));
    expect(linkAt(linked)).toBe('https://a.example/');
    const within = linked.apply(linked.tr.setSelection(TextSelection.create(linked.doc, 2)));
    expect(fromEditor(applied(within, setLink('https://b.example/')).doc)).toEqual(parseMarkdown('[abc](https://b.example/)'));
    expect(fromEditor(applied(within, setLink(null)).doc)).toEqual(parseMarkdown('abc'));
  });

  test('continues a list with Enter, and indents an item by a key', () => {
    const list = selected('- one\n- two');
    const inTwo = list.apply(list.tr.setSelection(TextSelection.create(list.doc, 12)));
    expect(fromEditor(applied(inTwo, keys['Mod-]']).doc)).toEqual(parseMarkdown('- one\n  - two'));
    expect(keys.Tab).toBeUndefined();
  });
});
