import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import type { Profile } from '../../../domain/access/profile.ts';
import { builtPages, outsideLayoutScreens, screensOf } from '../../../domain/access/screens.ts';
import { parseSearch, stringifySearch } from '../address/address.ts';
import { NotFoundInside, PageError, PagePending } from '../shell/InsidePages.tsx';
import { Shell } from '../shell/Shell.tsx';
import { pages } from './pages.ts';

/** A path such as `/{id}/reports` in the router's syntax. */
export const toRoutePath = (path: string): string => path.replace(/\{(\w+)\}/g, '$$$1');

/**
 * The router of one profile: a route for each of its screens with an implemented page (Spec 2). The shell decides what hidden, forbidden,
 * foreign or unknown paths show, so that a changed configuration needs no new router.
 */
export function createPortalRouter(profile: Profile) {
  const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundInside });
  const routes = screensOf(profile).flatMap((screen) => {
    const page = screen.pages[profile] ?? '';
    const load = builtPages.includes(page) ? pages[page] : undefined;
    return load
      ? [createRoute({ getParentRoute: () => root, path: toRoutePath(screen.path), component: lazyRouteComponent(load, 'Page') })]
      : [];
  });
  const outside = outsideLayoutScreens.flatMap(({ path, page }) => {
    const load = pages[page];
    return load ? [createRoute({ getParentRoute: () => root, path: toRoutePath(path), component: lazyRouteComponent(load, 'Page') })] : [];
  });
  return createRouter({
    routeTree: root.addChildren([...routes, ...outside]),
    parseSearch,
    stringifySearch,
    caseSensitive: true,
    defaultPendingComponent: PagePending,
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    defaultErrorComponent: PageError,
    // The shell controls scrolling: a new path scrolls to the top, new search parameters do not scroll.
    scrollRestoration: () => false,
  });
}
