import { obfuscate, reveal } from '../../../app/session/obfuscate.ts';

/** This screen's session as a display: stored, so that it plays again after a power cut. */
export type DisplaySession = { token: string; device: string; name: string; path: string };

const displayKey = 'bi:player';

type KeyValue = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
const text = (value: unknown) => (typeof value === 'string' ? value : '');

export function readDisplay(storage: KeyValue): DisplaySession | null {
  try {
    const value: unknown = JSON.parse(reveal(storage.getItem(displayKey) ?? '') ?? 'null');
    if (!value || typeof value !== 'object' || !('token' in value) || !('path' in value)) return null;
    const { token, path } = value;
    return {
      token: text(token),
      device: 'device' in value ? text(value.device) : '',
      name: 'name' in value ? text(value.name) : '',
      path: text(path),
    };
  } catch {
    return null;
  }
}

export function keepDisplay(storage: KeyValue, session: DisplaySession): void {
  try {
    storage.setItem(displayKey, obfuscate(JSON.stringify(session)));
  } catch {
    // Unavailable storage only loses this screen's memory, not the running session.
  }
}

export function forgetDisplay(storage: KeyValue): void {
  try {
    storage.removeItem(displayKey);
  } catch {
    // See above.
  }
}
