import { useSyncExternalStore } from 'react';

/** Whether this document is an embedded page (Spec 2). It stores nothing in the browser and leaves an existing session untouched. */
export const isEmbedded: boolean = typeof location !== 'undefined' && location.pathname.startsWith('/embedded/');

let over = false;
const listeners = new Set<() => void>();

/** The session of an embedded page has ended: the page is replaced by a message. */
export function endEmbedded(ended = true): void {
  over = ended;
  for (const listener of listeners) listener();
}

export const useEmbeddedOver = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    () => over,
    () => false,
  );
