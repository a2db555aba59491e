import type { QueryClient } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, type ParsedLocation } from '@tanstack/react-router';
import type { Profile } from '../../../domain/access/profile.ts';
import { builtPages, getScreens, landingAt, outsideLayoutScreens } from '../../../domain/access/screens.ts';
import { parseSearch, stringifySearch } from '../address/address.ts';
import { session, whoIs } from '../session/session.ts';
import { store } from '../session/storage.ts';
import { NotFoundInside, PageError, PagePending } from '../shell/InsidePages.tsx';
import { Shell } from '../shell/Shell.tsx';
import { pageLoaders } from './page-loaders.ts';
import { type PageModule, pages } from './pages.ts';

/** A path such as `/{id}/reports` in the router's syntax. */
export const toRoutePath = (path: string): string => path.replace(/\{(\w+)\}/g, '$$$1');

/** Requests the data of a page, unless the shell would show something else in its place. */
function loadPage(client: QueryClient, path: string, search: string, id = ''): Promise<unknown> | undefined {
  const who = whoIs(session.now());
  if (!who) return undefined;
  const landing = landingAt(path, who, store.config()?.hidden_menu);
  const load = landing.kind === 'page' ? pageLoaders[landing.page] : undefined;
  // The component that reads it shows why something could not be read.
  return load && Promise.allSettled(load({ client, who, values: parseSearch(search), id }));
}

/**
 * The router of one profile: a route for each of its screens with an implemented page (Spec 2). The shell decides what hidden, forbidden,
 * foreign or unknown paths show, so that a changed configuration needs no new router.
 */
export function createPortalRouter(profile: Profile, client: QueryClient) {
  let isFirst = true;
  const getRoute = (path: string, load: () => Promise<PageModule>) =>
    createRoute({
      getParentRoute: () => root,
      path: toRoutePath(path),
      component: lazyRouteComponent(load, 'Page'),
      // A link that is pointed at loads code, no data.
      preload: false,
      loader: {
        staleReloadMode: 'blocking',
        handler: ({ location, params }: { location: ParsedLocation; params: { id?: string } }) => {
          const data = loadPage(client, location.pathname, location.searchStr, params.id);
          // At the start the frame around the page waits for no data: it has requests of its own.
          if (!isFirst) return data?.then(() => undefined);
          isFirst = false;
        },
      },
    });
  const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundInside });
  const routes = getScreens(profile).flatMap((screen) => {
    const page = screen.pages[profile] ?? '';
    const load = builtPages.includes(page) ? pages[page] : undefined;
    return load ? [getRoute(screen.path, load)] : [];
  });
  const outside = outsideLayoutScreens.flatMap(({ path, page }) => {
    const load = pages[page];
    return load ? [getRoute(path, load)] : [];
  });
  return createRouter({
    routeTree: root.addChildren([...routes, ...outside]),
    parseSearch,
    stringifySearch,
    caseSensitive: true,
    defaultPendingComponent: PagePending,
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    // How old data may be is said by their query.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: PageError,
    // The shell controls scrolling: a new path scrolls to the top, new search parameters do not scroll.
    scrollRestoration: () => false,
  });
}
