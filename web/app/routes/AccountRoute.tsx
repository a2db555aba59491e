import { lazy, Suspense } from 'react';
import { withTexts } from '../../i18n.ts';

// Lazy, to keep these rarely used pages and their texts out of the sign-in bundle.
const Forgot = lazy(() =>
  withTexts(['view', 'personal'], () => import('../../features/accounts/ForgotPage.tsx')).then((module) => ({
    default: module.ForgotPage,
  })),
);
const NewPassword = lazy(() =>
  withTexts(['view', 'personal'], () => import('../../features/accounts/NewPasswordPage.tsx')).then((module) => ({
    default: module.NewPasswordPage,
  })),
);

const TwoFactor = lazy(() =>
  withTexts(['view', 'personal'], () => import('../../features/two-factor/TwoFactorPage.tsx')).then((module) => ({
    default: module.TwoFactorPage,
  })),
);

const ConfirmLink = lazy(() =>
  withTexts(['view', 'personal'], () => import('../../features/identities/ConfirmLinkPage.tsx')).then((module) => ({
    default: module.ConfirmLinkPage,
  })),
);

/** Where users confirm that they own an identity at a provider. */
export function ConfirmLinkRoute() {
  return (
    <Suspense>
      <ConfirmLink />
    </Suspense>
  );
}

const FactorLink = lazy(() =>
  withTexts(['view', 'personal'], () => import('../../features/two-factor/FactorLinkPage.tsx')).then((module) => ({
    default: module.FactorLinkPage,
  })),
);

/** Target of e-mailed links about second factors: undo a change, start a reset, or cancel it. */
export function FactorLinkRoute() {
  return (
    <Suspense>
      <FactorLink />
    </Suspense>
  );
}

/** The second step of a sign-in (Spec 2, /config/2fa/{token}). */
export function TwoFactorRoute() {
  return (
    <Suspense>
      <TwoFactor />
    </Suspense>
  );
}

/** The forgotten-password page (Spec 2, /forgot). */
export function ForgotPlace() {
  return (
    <Suspense>
      <Forgot />
    </Suspense>
  );
}

/** Target of invitation and password-reset links (Spec 2, /new/password/{token}). */
export function NewPasswordPlace() {
  return (
    <Suspense>
      <NewPassword />
    </Suspense>
  );
}
