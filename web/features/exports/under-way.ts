const key = 'mirante:exports';
const maxMs = 60 * 60_000;

let watching = readMark();
const listeners = new Set<() => void>();

function readMark(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(key) ?? 0) < maxMs;
  } catch {
    return false;
  }
}

/** Whether this tab has started exports that may still be running; survives a reload. */
export const underWay = {
  is: (): boolean => watching,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  set(next: boolean): void {
    watching = next;
    try {
      if (next) sessionStorage.setItem(key, String(Date.now()));
      else sessionStorage.removeItem(key);
    } catch {
      // Without storage it is lost with the page.
    }
    for (const listener of listeners) listener();
  },
};
