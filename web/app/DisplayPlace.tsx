import { lazy, Suspense } from 'react';
import { withTexts } from '../i18n.ts';

// A display has no portal: its code and texts come with what it shows.
const Access = lazy(() =>
  withTexts(['view'], () => import('../features/playlists/display/AccessPage.tsx')).then((module) => ({ default: module.AccessPage })),
);
const Player = lazy(() =>
  withTexts(['view'], () => import('../features/playlists/display/DisplayPlayer.tsx')).then((module) => ({
    default: module.DisplayPlayer,
  })),
);

/** Where a display arrives (Spec 2, /auth/playlist/{token}). */
export function AccessPlace() {
  return (
    <Suspense>
      <Access />
    </Suspense>
  );
}

/** Where it plays. */
export function DisplayPlace() {
  return (
    <Suspense>
      <Player />
    </Suspense>
  );
}
