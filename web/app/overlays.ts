import { useSyncExternalStore } from 'react';

/** Something of its kind that is open or not, whoever opens it. */
function createOverlay() {
  let open = false;
  const listeners = new Set<() => void>();
  const set = (next: boolean) => {
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
export const palette = createOverlay();
/** The sheet of keyboard shortcuts. */
export const shortcutSheet = createOverlay();
/** The list of units to change to. */
export const companySwitcher = createOverlay();
/** What the person does, asked after a sign-in. */
export const questionnaire = createOverlay();
/** The menu laid over the page, where there is room for the rail only. */
export const menuOverlay = createOverlay();
