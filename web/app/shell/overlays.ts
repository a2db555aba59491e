import { useSyncExternalStore } from 'react';
import { catchTyping, takeTyping } from './typed-ahead.ts';

/** An overlay that is open or closed, shared by everything that opens it. */
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

/** The command palette, shared by the search field, the rail, the bottom bar and the shortcut. */
export const palette = createOverlay((open) => void (open ? catchTyping() : takeTyping()));
/** The sheet of keyboard shortcuts. */
export const shortcutSheet = createOverlay();
/** The list of units to switch to. */
export const companySwitcher = createOverlay();
/** The job-title questionnaire, asked after sign-in. */
export const questionnaire = createOverlay();
/** The menu laid over the page, where only the rail has room. */
export const menuOverlay = createOverlay();
