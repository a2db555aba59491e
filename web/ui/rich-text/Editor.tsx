import { baseKeymap } from 'prosemirror-commands';
import { history } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { EditorState, Plugin } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { useEffect, useRef, useState } from 'react';
import { isRichText } from '../../../domain/rich-text/check.ts';
import type { RichText } from '../../../domain/rich-text/tree.ts';
import { keys } from './editor-commands.ts';
import { fromEditor, toEditor } from './editor-tree.ts';
import { Toolbar } from './Toolbar.tsx';
import './editor.css';

// Nested deeper than the limit, a change isn't made: by a key, by the toolbar or by pasting.
const withinLimits = new Plugin({ filterTransaction: (tr) => !tr.docChanged || isRichText(fromEditor(tr.doc)) });
const getState = (text: RichText) =>
  EditorState.create({ doc: toEditor(text), plugins: [history(), keymap(keys), keymap(baseKeymap), withinLimits] });
const sameText = (one: RichText, other: RichText) => JSON.stringify(one) === JSON.stringify(other);

export type EditorProps = {
  value: RichText;
  onChange: (text: RichText) => void;
  label: string;
  describedBy?: string;
  invalid?: boolean;
  lang?: string;
};

/** The formatted view of a text, on ProseMirror. Loaded when someone chooses Format. */
export default function Editor({ value, onChange, label, describedBy, invalid = false, lang }: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const report = useRef(onChange);
  const [state, setState] = useState<EditorState | null>(null);
  report.current = onChange;
  const sent = useRef(value);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is made once; later values reach it below.
  useEffect(() => {
    if (!place.current) return;
    const made = new EditorView(place.current, {
      state: getState(value),
      dispatchTransaction(tr) {
        const next = made.state.apply(tr);
        made.updateState(next);
        setState(next);
        if (!tr.docChanged) return;
        sent.current = fromEditor(next.doc);
        report.current(sent.current);
      },
      handleDOMEvents: {
        // A link in the editor is edited, not followed.
        click: (_view, event) => {
          if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
          return false;
        },
      },
    });
    view.current = made;
    setState(made.state);
    made.focus();
    return () => made.destroy();
  }, []);

  // The editor holds its own document; only a value from elsewhere replaces it.
  useEffect(() => {
    const made = view.current;
    if (!made || sameText(value, sent.current)) return;
    sent.current = value;
    const next = getState(value);
    made.updateState(next);
    setState(next);
  }, [value]);

  // The editor writes its own element.
  useEffect(() => {
    view.current?.setProps({
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: 'rich-text rich-editor',
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
        ...(invalid ? { 'aria-invalid': 'true' } : {}),
        ...(lang ? { lang } : {}),
      },
    });
  }, [label, describedBy, invalid, lang]);

  return (
    <div className={invalid ? 'rich-box rich-box-invalid' : 'rich-box'}>
      {state && view.current && <Toolbar state={state} view={view.current} />}
      <div ref={place} />
    </div>
  );
}
