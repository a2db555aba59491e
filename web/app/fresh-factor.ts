import { useSyncExternalStore } from 'react';

type Question = { answer: Promise<boolean>; give: (given: boolean) => void };
let asked: Question | null = null;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** The second factor once more, before a key of the unit changes: whoever calls waits for one and the same answer. */
export const freshFactor = {
  /** Tells whether it was given; without the portal around it there is nobody to ask. */
  ask(): Promise<boolean> {
    if (listeners.size === 0) return Promise.resolve(false);
    if (!asked) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      asked = { answer: promise, give: resolve };
      tell();
    }
    return asked.answer;
  },
  answer(given: boolean): void {
    asked?.give(given);
    asked = null;
    tell();
  },
  useIsAsked: (): boolean =>
    useSyncExternalStore(
      (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      () => asked !== null,
    ),
};
