import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { getHome } from '../../domain/access/screens.ts';
import { useTranslation } from '../i18n.ts';
import { ControlsProvider } from '../ui/ControlsProvider.tsx';
import { allowSingleKeys } from '../ui/shortcuts.ts';
import { UiLinkProvider } from '../ui/UiLink.tsx';
import { ZoneContext } from '../ui/zone-context.ts';
import { setNavigator } from './address/navigation.ts';
import { configQuery } from './data/queries.ts';
import { createQueryClient } from './data/query-client.ts';
import { useZone } from './data/use-zone.ts';
import { pages } from './routes/pages.ts';
import { createPortalRouter } from './routes/router.tsx';
import { session, useSession, type Who, whoIs } from './session/session.ts';
import { useTokenRenewal } from './session/use-token-renewal.ts';
import { useLetterKeys } from './shell/frame.ts';
import { RouterLink } from './shell/RouterLink.tsx';
import { listenToShortcuts } from './shell/shortcuts.ts';
import { pageNonce } from './start/boot.ts';
import '../ui/styles-app.ts';

// The scroll-lock library behind dialogs reads the nonce for its style element only from this name.
Object.assign(globalThis, { __webpack_nonce__: pageNonce() });

/** Preloads the code of the page the user is about to land on. */
export function prepareHome(profile: Who['profile']): void {
  const page = getHome(profile) === '/' ? 'home' : 'partners';
  void pages[page]?.().catch(() => undefined);
}

/** What lasts as long as a user's portal. */
type Lasting = { key: string; queryClient: QueryClient; router: ReturnType<typeof createPortalRouter> };

// The router's component follows navigations once it is mounted; until then this does.
let prepared: (Lasting & { unfollow: () => void }) | null = null;

const getKey = ({ user, profile }: Who) => `${user.id} ${profile}`;

function begin(who: Who): Lasting {
  const queryClient = createQueryClient();
  return { key: getKey(who), queryClient, router: createPortalRouter(who.profile, queryClient) };
}

function end({ queryClient, router }: Lasting): void {
  router.history.destroy();
  queryClient.clear();
}

/** What was prepared for this user, or new. It stays prepared until it is mounted: React may begin to draw more than once. */
function takePrepared(who: Who): Lasting {
  if (prepared?.key === getKey(who)) return prepared;
  if (prepared) end(prepared);
  prepared = null;
  return begin(who);
}

/**
 * Finds the page of the address and loads its code before anything is drawn. React draws what is there in slices, between which the page
 * answers, but in one piece what a store changes later, as the router's does. Resolves after 300 ms at the latest: the frame is then drawn
 * without the page.
 */
export async function preparePortal(): Promise<void> {
  const who = whoIs(session.now());
  if (!who) return;
  const lasting = begin(who);
  const { history, load } = lasting.router;
  prepared = { ...lasting, unfollow: history.subscribe(({ action }) => void load({ action })) };
  await Promise.race([load(), new Promise((resolve) => setTimeout(resolve, 300))]);
}

function PortalOf({ who, token }: { who: Who; token: string }) {
  const [lasting] = useState(() => takePrepared(who));
  const { queryClient, router } = lasting;
  const { language } = useTranslation();
  const { letterKeys } = useLetterKeys();
  useTokenRenewal(token);

  // Navigation from outside of React, the history and the cached answers last as long as this user's portal.
  useEffect(() => {
    prepared?.unfollow();
    prepared = null;
    listenToShortcuts();
    setNavigator((to, { replace = false, force = false }) => {
      if (replace) router.history.replace(to, undefined, { ignoreBlocker: force });
      else router.history.push(to, undefined, { ignoreBlocker: force });
    });
    return () => {
      setNavigator(null);
      end(lasting);
    };
  }, [lasting, router]);

  // Shortcuts are heard by the document, outside of React.
  useEffect(() => allowSingleKeys(letterKeys), [letterKeys]);

  // A new token may carry other permissions, so everything that depends on them is fetched again.
  const tokenBefore = useRef(token);
  useEffect(() => {
    if (tokenBefore.current === token) return;
    tokenBefore.current = token;
    void queryClient.invalidateQueries({ queryKey: configQuery().queryKey });
  }, [token, queryClient]);

  // Some responses contain texts in the language of the call.
  const languageBefore = useRef(language);
  useEffect(() => {
    if (languageBefore.current === language) return;
    languageBefore.current = language;
    void queryClient.invalidateQueries();
  }, [language, queryClient]);

  return (
    <QueryClientProvider client={queryClient}>
      <UiSurroundings>
        <RouterProvider router={router} />
      </UiSurroundings>
    </QueryClientProvider>
  );
}

/** What components of `ui` need from the portal: its links and the time zone in which days are counted. */
function UiSurroundings({ children }: { children: ReactNode }) {
  const zone = useZone();
  return (
    <ZoneContext value={zone}>
      <UiLinkProvider link={RouterLink}>{children}</UiLinkProvider>
    </ZoneContext>
  );
}

/** Everything behind sign-in; a different user remounts the whole portal. */
export function Portal() {
  const cached = useSession();
  const who = whoIs(cached);
  if (!cached || !who) return null;
  return (
    <ControlsProvider nonce={pageNonce()}>
      <PortalOf key={getKey(who)} who={who} token={cached.token} />
    </ControlsProvider>
  );
}
