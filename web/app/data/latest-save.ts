import { useState } from 'react';

type Send = () => Promise<unknown>;
/** After a refusal nothing that waited is sent; `onDone` follows in any case, once nothing waits. */
type Ends = { onRefused: (error: unknown) => void; onDone: () => void };
type Page = {
  addEventListener: (name: 'pagehide', act: () => void) => void;
  removeEventListener: (name: 'pagehide', act: () => void) => void;
};

/**
 * Saves something that changes faster than it is saved, such as an order: one call at a time, and of those that wait only the last, so that
 * quick presses can't overtake each other. When the page is left, what waits is sent at once.
 */
export function createLatestSave(page: Page): (send: Send, ends: Ends) => Promise<void> {
  let waiting: Send[] = [];
  let isRunning = false;
  const sendWaiting = async () => {
    const [send] = waiting;
    waiting = [];
    await send?.();
  };
  const leave = () => void sendWaiting().catch(() => undefined);
  return async (send, { onRefused, onDone }) => {
    waiting = [send];
    if (isRunning) return;
    isRunning = true;
    page.addEventListener('pagehide', leave);
    try {
      while (waiting.length > 0) await sendWaiting();
    } catch (error) {
      waiting = [];
      onRefused(error);
    }
    page.removeEventListener('pagehide', leave);
    isRunning = false;
    onDone();
  };
}

/** The same for a component; see `createLatestSave`. */
export function useLatestSave() {
  const [save] = useState(() => createLatestSave(window));
  return save;
}
