import { lazy, Suspense, useEffect } from 'react';
import { ConfirmLinkPlace, FactorLinkPlace, ForgotPlace, NewPasswordPlace, TwoFactorPlace } from '../../app/AccountPlace.tsx';
import { ArrivalPlace } from '../../app/ArrivalPlace.tsx';
import { AccessPlace } from '../../app/DisplayPlace.tsx';
import { EmbeddedPlace } from '../../app/EmbeddedPlace.tsx';
import { usePath } from '../../app/navigation.ts';
import { ReturnPlace } from '../../app/ReturnPlace.tsx';
import type { PublicPageId } from '../../app/switch.ts';
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
  'playlist-access': AccessPlace,
  embedded: EmbeddedPlace,
  'company-arrival': ArrivalPlace,
  'saml-return': ReturnPlace,
  'forgot-password': ForgotPlace,
  'new-password': NewPasswordPlace,
  'two-factor-setup': TwoFactorPlace,
  'factor-link': FactorLinkPlace,
  'confirm-link': ConfirmLinkPlace,
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
