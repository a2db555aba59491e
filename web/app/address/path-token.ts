import { useEffect, useState } from 'react';

type Kept = { pathToken?: unknown } | null;

/** The secret at the end of a link's path; empty when it cannot be decoded. */
export function pathToken(path: string = location.pathname): string {
  try {
    return decodeURIComponent(path.replace(/\/$/, '').split('/').at(-1) ?? '');
  } catch {
    return '';
  }
}

/**
 * The secret at the end of the address, removed from the address at once so that neither the screen nor the history shows it. A reload
 * still finds it.
 */
export function useAddressToken(): string {
  const [token] = useState(() => {
    const kept = (history.state as Kept)?.pathToken; // because only this page writes it
    return typeof kept === 'string' ? kept : pathToken();
  });
  useEffect(() => {
    const open = location.pathname.replace(/\/?$/, '').replace(/[^/]*$/, 'open');
    if (token) history.replaceState({ pathToken: token }, '', `${open}${location.search}`);
  }, [token]);
  return token;
}
