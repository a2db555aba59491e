import { useSyncExternalStore } from 'react';

export type Asked = { id: string; name: string } | 'somebody';
let asked: Asked | null = null;
const listeners = new Set<() => void>();

/** Whom this person is about to ask for access; the form stands wherever the shell does, whoever opens it. */
export const asking = {
  open(whom: Asked): void {
    asked = whom;
    for (const listener of listeners) listener();
  },
  close(): void {
    asked = null;
    for (const listener of listeners) listener();
  },
  use: (): Asked | null =>
    useSyncExternalStore(
      (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      () => asked,
      () => null,
    ),
};
