import { useSyncExternalStore } from 'react';
import { useWho } from '../session/session.ts';
import { type FramePreferences, store } from '../session/storage.ts';

// The frame preferences on this device.
let frame = store.frame();
const listeners = new Set<() => void>();

export const frameNow = (): FramePreferences => frame;

export function changeFrame(update: Partial<FramePreferences>): void {
  frame = { ...frame, ...update };
  store.saveFrame(update);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useFrame = (): FramePreferences => useSyncExternalStore(subscribe, frameNow, frameNow);

/** Whether single-letter shortcuts are on for this user on this device, and the switch for them. */
export function useLetterKeys(): { letterKeys: boolean; allowLetterKeys: (allowed: boolean) => void } {
  const id = useWho()?.user.id ?? '';
  const { lettersOff } = useFrame();
  const others = lettersOff.filter((other) => other !== id);
  return {
    letterKeys: others.length === lettersOff.length,
    allowLetterKeys: (allowed) => changeFrame({ lettersOff: allowed ? others : [...others, id] }),
  };
}
