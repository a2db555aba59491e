import { useSyncExternalStore } from 'react';

type Question = { answer: Promise<boolean>; give: (given: boolean) => void };
let asked: Question | null = null;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** Asks for the second factor before a key of the unit changes; concurrent callers share one prompt and its answer. */
export const freshFactor = {
  /** Resolves to true when the factor was given; to false when nothing is mounted to show the prompt. */
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
