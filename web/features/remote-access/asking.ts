import { useSyncExternalStore } from 'react';

export type Asked = { id: string; name: string } | 'choose';
let asked: Asked | null = null;
const listeners = new Set<() => void>();

/** The user whose account is being requested; the form is rendered by the shell, wherever it is opened from. */
export const asking = {
  open(target: Asked): void {
    asked = target;
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
