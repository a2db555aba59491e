import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { isTyping, mayUseSingleKey } from '../shortcuts.ts';
import { isSelected, nothingSelected, selectRange, toggleRow } from './selection.ts';
import type { DataTableProps } from './types.ts';

type Options<Row> = Pick<DataTableProps<Row>, 'selection' | 'onOpen' | 'onCreate' | 'paging'> & {
  rows: readonly Row[];
  ids: readonly string[];
  root: RefObject<HTMLElement | null>;
  openMenu: (id: string) => void;
  move: ((id: string, step: -1 | 1) => void) | null;
};

export type TableKeys = {
  /** The row that Tab focuses. */
  current: string | null;
  /** Selects by keyboard or checkbox; with Shift a range from the last touched row. */
  select: (id: string, withShift: boolean) => void;
  focusCurrent: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
};

const DIALOG_FADES_WITHIN = 400;

const getRow = (target: EventTarget): string | null =>
  target instanceof Element ? (target.closest('[data-row]')?.getAttribute('data-row') ?? null) : null;

/** The keyboard of a list: ↑ ↓ row, X select, Shift range, Ctrl A all, Enter open, `.` row menu, C new, Alt ←/→ page, Alt ↑/↓ order. */
export function useTableKeys<Row>({ rows, ids, root, selection, onOpen, onCreate, paging, openMenu, move }: Options<Row>): TableKeys {
  const [touched, setTouched] = useState<string | null>(null);
  const current = touched !== null && ids.includes(touched) ? touched : (ids[0] ?? null);

  // "C" creates a new one from anywhere in the page, not only inside the list.
  useEffect(() => {
    if (!onCreate) return;
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'c' || event.shiftKey || !mayUseSingleKey(event)) return;
      event.preventDefault();
      onCreate();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onCreate]);

  const focusRow = (id: string) => root.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus();

  // When the focused row disappears, focus moves to the row in its place, or from the last row to the heading; a dialog restores focus only
  // after it has faded out.
  const place = useRef<{ id: string; index: number } | null>(null);
  const present = ids.join(' ');
  useEffect(() => {
    const at = place.current;
    const shown = present === '' ? [] : present.split(' ');
    if (!at || shown.includes(at.id)) return;
    const next = shown[Math.min(at.index, shown.length - 1)];
    const take = () => {
      if (document.activeElement !== document.body) return;
      const row = next === undefined ? null : root.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(next)}"]`);
      (row ?? document.getElementById('page-title'))?.focus({ preventScroll: true });
    };
    take();
    const later = setTimeout(take, DIALOG_FADES_WITHIN);
    return () => clearTimeout(later);
  }, [present, root]);

  const select = (id: string, withShift: boolean) => {
    if (!selection) return;
    selection.onChange(withShift ? selectRange(selection, touched, id, ids) : toggleRow(selection, id, ids));
    setTouched(id);
  };

  const step = (id: string, by: -1 | 1, extend: boolean) => {
    const next = ids[ids.indexOf(id) + by];
    if (next === undefined) return;
    if (extend && selection) {
      const from = isSelected(selection, id) ? selection : toggleRow(selection, id, ids);
      selection.onChange(selectRange(from, id, next, ids));
    }
    setTouched(next);
    focusRow(next);
  };

  const acts = (event: KeyboardEvent<HTMLElement>): (() => void) | null => {
    const id = getRow(event.target);
    const by = event.key === 'ArrowUp' ? -1 : 1;
    switch (event.key) {
      case 'ArrowUp':
      case 'ArrowDown':
        if (id === null) return null;
        if (event.altKey) return move && (() => move(id, by));
        return () => step(id, by, event.shiftKey);
      case 'ArrowLeft':
        return event.altKey && paging && paging.page > 1 ? () => paging.onPage(paging.page - 1) : null;
      case 'ArrowRight':
        return event.altKey && paging && paging.page < paging.pages ? () => paging.onPage(paging.page + 1) : null;
      case 'Enter': {
        const row = rows[id === null ? -1 : ids.indexOf(id)];
        // Only the row itself: links, checkboxes and buttons inside it handle their own Enter.
        return row !== undefined && onOpen && event.target instanceof Element && event.target.hasAttribute('data-row')
          ? () => onOpen(row)
          : null;
      }
      case 'Escape':
        return selection && (selection.all || selection.ids.size > 0)
          ? () => {
              selection.onChange(nothingSelected);
              // The bulk bar disappears; a key pressed in it must not lose its place.
              if (id === null && current !== null) focusRow(current);
            }
          : null;
      case 'a':
      case 'A':
        return selection && (event.ctrlKey || event.metaKey)
          ? () => selection.onChange({ ids: new Set([...selection.ids, ...ids]), all: false })
          : null;
      case 'x':
      case 'X':
        return id !== null && selection && mayUseSingleKey(event.nativeEvent) ? () => select(id, event.shiftKey) : null;
      case '.':
        return id !== null && mayUseSingleKey(event.nativeEvent) ? () => openMenu(id) : null;
      default:
        return null;
    }
  };

  return {
    current,
    select,
    focusCurrent: () => {
      if (current !== null) focusRow(current);
    },
    onKeyDown: (event) => {
      // React bubbles events of menus and popovers through here; they don't belong to the list.
      if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target) || isTyping(event.target)) return;
      const act = acts(event);
      if (!act) return;
      event.preventDefault();
      act();
    },
    onFocus: (event) => {
      const id = getRow(event.target);
      if (id === null || !event.currentTarget.contains(event.target)) return;
      place.current = { id, index: ids.indexOf(id) };
      if (event.target.hasAttribute('data-row')) setTouched(id);
    },
  };
}
