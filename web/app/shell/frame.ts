import { useSyncExternalStore } from 'react';
import { type FramePreferences, store } from '../storage.ts';

// This person's choices for the frame on this device.
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
