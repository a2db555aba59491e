import type { ReactNode } from 'react';
import type { Profile } from '../../../domain/access/profile.ts';

type Portal = { Portal: () => ReactNode; prepareHome: (profile: Profile) => void; preparePortal: () => Promise<void> };

let fetchPortal: () => Promise<Portal>;
let loading: Promise<Portal> | null = null;

/** Registers the portal's loader. The document's first module calls it, so that public pages do not import the router and all its pages. */
export function portalComesBy(fetch: () => Promise<Portal>): void {
  fetchPortal = fetch;
}

/** Loads the portal's code and texts once; starts when the password field gets focus, so that sign-in does not wait for it. */
export function loadPortal(): Promise<Portal> {
  loading ??= fetchPortal().catch((error) => {
    // Retry a failed load on the next call.
    loading = null;
    throw error;
  });
  return loading;
}
