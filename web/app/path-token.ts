import { useEffect, useState } from 'react';

type Kept = { pathToken?: unknown } | null;

/** The secret with which a link's path ends; empty where it cannot be read. */
export function pathToken(path: string = location.pathname): string {
  try {
    return decodeURIComponent(path.replace(/\/$/, '').split('/').at(-1) ?? '');
  } catch {
    return '';
  }
}

/** The secret with which the address ends, which leaves the address at once: no shoulder and no history keeps it. Loading anew finds it. */
export function useAddressToken(): string {
  const [token] = useState(() => {
    const kept = (history.state as Kept)?.pathToken; // because this page alone writes it
    return typeof kept === 'string' ? kept : pathToken();
  });
  useEffect(() => {
    const open = location.pathname.replace(/\/?$/, '').replace(/[^/]*$/, 'open');
    if (token) history.replaceState({ pathToken: token }, '', `${open}${location.search}`);
  }, [token]);
  return token;
}
