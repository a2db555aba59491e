import { type ComponentType, lazy, Suspense, startTransition, useEffect, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { readDisplay } from '../features/playlists/display/display-session.ts';
import { PublicPage } from '../features/session/PublicPage.tsx';
import { isLanguage, startI18n, withTexts } from '../i18n.ts';
import { Toasts } from '../ui/Toasts.tsx';
import { UiProvider } from '../ui/UiProvider.tsx';
import { go, usePath, watchAddress, wholeAddress } from './address/navigation.ts';
import { signInAddress } from './address/own-path.ts';
import { ApiError } from './data/api-error.ts';
import { DisplayRoute } from './routes/DisplayRoute.tsx';
import { followOtherTabs, session, useSession } from './session/session.ts';
import { store } from './session/storage.ts';
import { getTheme, isUnknownHost, signInPage } from './start/boot.ts';
import { isEmbedded, useEmbeddedOver } from './start/embedded.ts';
import { Failsafe } from './start/Failsafe.tsx';
import { endFirstFrame, showsFirstFrame } from './start/first-frame.ts';
import { loadPortal, portalComesBy } from './start/load-portal.ts';
import { applyPageHead } from './start/page-head.ts';
import { followDeployments } from './start/stale-build.ts';
import { whatStandsAt } from './start/switch.ts';
import '../ui/styles-entry.ts';

portalComesBy(() => withTexts(['view'], () => import('./portal.tsx')));
const PortalLater = lazy(() => loadPortal().then((module) => ({ default: module.Portal })));

/** Whether this screen is signed in as a display; false when storage is unavailable. */
function isDisplay(): boolean {
  try {
    return !isEmbedded && readDisplay(localStorage) !== null;
  } catch {
    return false;
  }
}

/** The top-level switch: a public page or the portal, in the same document. */
function App({ Portal }: { Portal: ComponentType }) {
  const path = usePath();
  const cached = useSession();
  const display = { isLetIn: isDisplay(), isAsked: new URLSearchParams(location.search).get('display') === '1' };
  const standing = whatStandsAt(path, cached, isUnknownHost, display);
  const over = useEmbeddedOver();
  const ended = isEmbedded && (over || cached === null);
  const to = standing.kind === 'go' && !ended ? standing.to : null;
  // The address is external to React.
  useEffect(() => {
    if (to !== null) go(to === '/signin' ? signInAddress(wholeAddress()) : to, { replace: true });
  }, [to]);
  const elsewhere = ended || standing.kind === 'public' || standing.kind === 'display';
  // The first frame is part of the document; it ends before the page is painted over it.
  useLayoutEffect(() => {
    if (elsewhere) endFirstFrame();
  }, [elsewhere]);
  if (ended) return <PublicPage page="embedded" />;
  if (standing.kind === 'portal') {
    return (
      <Suspense>
        <Portal />
      </Suspense>
    );
  }
  if (standing.kind === 'display') return <DisplayRoute />;
  return standing.kind === 'public' ? <PublicPage page={standing.page} /> : null;
}

async function start() {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  document.title = applyPageHead(signInPage?.theme ?? null, store, { title: document.title, icon }).title;
  watchAddress();
  followDeployments();
  followOtherTabs();
  const own = session.now()?.user.language;
  await startI18n(isLanguage(own) ? own : signInPage?.tenant.language);
  // React shows what it has to wait for no sooner than 300 ms after it began to wait. What can't be loaded now is tried again by the page.
  const portal = showsFirstFrame() ? await loadPortal().catch(() => null) : null;
  await portal?.preparePortal();
  const root = document.getElementById('root');
  if (!root) return;
  // A refused read is shown in its place; it is no error of the page.
  const onCaughtError = (error: unknown) => error instanceof ApiError || console.error(error);
  // A transition is rendered in slices, between which the page answers: on a slow phone the whole takes most of a second.
  startTransition(() =>
    createRoot(root, { onCaughtError }).render(
      <UiProvider theme={getTheme(signInPage)}>
        <Failsafe>
          <App Portal={portal?.Portal ?? PortalLater} />
        </Failsafe>
        <Toasts />
      </UiProvider>,
    ),
  );
}

void start();
