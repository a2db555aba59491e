import type { ReactNode } from 'react';
import type { Profile } from '../../domain/access/profile.ts';

type Portal = { Portal: () => ReactNode; prepareHome: (profile: Profile) => void };

let fetchPortal: () => Promise<Portal>;
let loading: Promise<Portal> | null = null;

/** Says how the portal is fetched. The document's first module does, so that no page needs to know the router that knows every page. */
export function portalComesBy(fetch: () => Promise<Portal>): void {
  fetchPortal = fetch;
}

/** Fetches the portal's code and texts, once; started when the password field gets the focus, so that signing in waits for nothing else. */
export function loadPortal(): Promise<Portal> {
  loading ??= fetchPortal().catch((error) => {
    // A failed fetch is tried again the next time.
    loading = null;
    throw error;
  });
  return loading;
}
