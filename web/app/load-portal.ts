import { withTexts } from './i18n.ts';

let loading: Promise<typeof import('./portal.tsx')> | null = null;

/** Fetches the portal's code and texts, once; started when the password field gets the focus, so that signing in waits for nothing else. */
export function loadPortal(): Promise<typeof import('./portal.tsx')> {
  loading ??= withTexts(['view'], () => import('./portal.tsx')).catch((error) => {
    // A failed fetch is tried again the next time.
    loading = null;
    throw error;
  });
  return loading;
}
