import { lazy, Suspense } from 'react';
import { withTexts } from '../../i18n.ts';

// A display never loads the portal: its code and texts are separate chunks.
const Access = lazy(() =>
  withTexts(['view', 'personal'], () => import('../../features/playlists/display/AccessPage.tsx')).then((module) => ({
    default: module.AccessPage,
  })),
);
const Player = lazy(() =>
  withTexts(['view', 'personal'], () => import('../../features/playlists/display/DisplayPlayer.tsx')).then((module) => ({
    default: module.DisplayPlayer,
  })),
);

/** Where a display signs in (Spec 2, /auth/playlist/{token}). */
export function AccessRoute() {
  return (
    <Suspense>
      <Access />
    </Suspense>
  );
}

/** Where a display plays. */
export function DisplayRoute() {
  return (
    <Suspense>
      <Player />
    </Suspense>
  );
}
