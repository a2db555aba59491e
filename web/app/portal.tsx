import { QueryClientProvider } from '@tanstack/react-query';
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
import { useSession, type Who, whoIs } from './session/session.ts';
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

function PortalOf({ who, token }: { who: Who; token: string }) {
  const [queryClient] = useState(createQueryClient);
  const [router] = useState(() => createPortalRouter(who.profile, queryClient));
  const { language } = useTranslation();
  const { letterKeys } = useLetterKeys();
  useTokenRenewal(token);

  // Navigation from outside of React, the history and the cached answers last as long as this user's portal.
  useEffect(() => {
    listenToShortcuts();
    setNavigator((to, { replace = false, force = false }) => {
      if (replace) router.history.replace(to, undefined, { ignoreBlocker: force });
      else router.history.push(to, undefined, { ignoreBlocker: force });
    });
    return () => {
      setNavigator(null);
      router.history.destroy();
      queryClient.clear();
    };
  }, [router, queryClient]);

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
      <PortalOf key={`${who.user.id} ${who.profile}`} who={who} token={cached.token} />
    </ControlsProvider>
  );
}
