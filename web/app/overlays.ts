import { useSyncExternalStore } from 'react';
import { catchTyping, takeTyping } from './typed-ahead.ts';

/** Something of its kind that is open or not, whoever opens it. */
function createOverlay(onChange?: (open: boolean) => void) {
  let open = false;
  const listeners = new Set<() => void>();
  const set = (next: boolean) => {
    if (open !== next) onChange?.(next);
    open = next;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  const isOpen = () => open;
  return {
    open: () => set(true),
    close: () => set(false),
    toggle: () => set(!open),
    useIsOpen: () => useSyncExternalStore(subscribe, isOpen, isOpen),
  };
}

/** The command palette: the search field, the rail, the bottom bar and the keys all open the same. */
export const palette = createOverlay((open) => void (open ? catchTyping() : takeTyping()));
/** The sheet of keyboard shortcuts. */
export const shortcutSheet = createOverlay();
/** The list of units to change to. */
export const companySwitcher = createOverlay();
/** What the person does, asked after a sign-in. */
export const questionnaire = createOverlay();
/** The menu laid over the page, where there is room for the rail only. */
export const menuOverlay = createOverlay();
