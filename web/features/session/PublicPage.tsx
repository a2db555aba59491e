import { lazy, Suspense, useEffect } from 'react';
import { usePath } from '../../app/address/navigation.ts';
import { ConfirmLinkRoute, FactorLinkRoute, ForgotPlace, NewPasswordPlace, TwoFactorRoute } from '../../app/routes/AccountRoute.tsx';
import { ArrivalRoute } from '../../app/routes/ArrivalRoute.tsx';
import { AccessRoute } from '../../app/routes/DisplayRoute.tsx';
import { EmbeddedRoute } from '../../app/routes/EmbeddedRoute.tsx';
import { FaqRoute } from '../../app/routes/FaqRoute.tsx';
import { ReturnRoute } from '../../app/routes/ReturnRoute.tsx';
import type { PublicPageId } from '../../app/start/switch.ts';
import { useTheme } from '../../ui/UiProvider.tsx';
import { DomainNotFound, IpNotAllowed, NotFound } from './PlainPages.tsx';
import { SignIn } from './SignIn.tsx';

import './session.css';

const Popup = lazy(() => import('./PopupBlocked.tsx').then((module) => ({ default: module.PopupBlocked })));
const PopupBlocked = () => (
  <Suspense>
    <Popup />
  </Suspense>
);

const views = {
  'sign-in': SignIn,
  'domain-not-found': DomainNotFound,
  'ip-not-allowed': IpNotAllowed,
  'popup-blocked': PopupBlocked,
  'playlist-access': AccessRoute,
  embedded: EmbeddedRoute,
  'public-faq': FaqRoute,
  'company-arrival': ArrivalRoute,
  'saml-return': ReturnRoute,
  'forgot-password': ForgotPlace,
  'new-password': NewPasswordPlace,
  'two-factor-setup': TwoFactorRoute,
  'factor-link': FactorLinkRoute,
  'confirm-link': ConfirmLinkRoute,
  'not-found': NotFound,
} as const satisfies Record<PublicPageId, React.ComponentType>;

/** A page without a session. After navigation within the portal, focus goes to its heading. */
export function PublicPage({ page }: { page: PublicPageId }) {
  const View = views[page];
  const path = usePath();
  const { pageTitle } = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is the reason to scroll and to focus.
  useEffect(() => {
    document.title = pageTitle;
    window.scrollTo(0, 0);
    if (performance.now() > 3000) document.getElementById('page-title')?.focus({ preventScroll: true });
  }, [path, pageTitle]);
  return <View />;
}
