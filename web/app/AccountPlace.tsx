import { lazy, Suspense } from 'react';
import { withTexts } from '../i18n.ts';

// Whoever stands here waits for a page anyway; the sign-in page does not carry their code and texts.
const Forgot = lazy(() =>
  withTexts(['view'], () => import('../features/accounts/ForgotPage.tsx')).then((module) => ({ default: module.ForgotPage })),
);
const NewPassword = lazy(() =>
  withTexts(['view'], () => import('../features/accounts/NewPasswordPage.tsx')).then((module) => ({ default: module.NewPasswordPage })),
);

const TwoFactor = lazy(() =>
  withTexts(['view'], () => import('../features/two-factor/TwoFactorPage.tsx')).then((module) => ({ default: module.TwoFactorPage })),
);

const ConfirmLink = lazy(() =>
  withTexts(['view'], () => import('../features/identities/ConfirmLinkPage.tsx')).then((module) => ({ default: module.ConfirmLinkPage })),
);

/** Where somebody confirms that a provider's person is themselves. */
export function ConfirmLinkPlace() {
  return (
    <Suspense>
      <ConfirmLink />
    </Suspense>
  );
}

const FactorLink = lazy(() =>
  withTexts(['view'], () => import('../features/two-factor/FactorLinkPage.tsx')).then((module) => ({ default: module.FactorLinkPage })),
);

/** Where mailed links about an account's factors lead: undo a change, begin the reset of lost ones, or keep them. */
export function FactorLinkPlace() {
  return (
    <Suspense>
      <FactorLink />
    </Suspense>
  );
}

/** The second step of a sign-in (Spec 2, /config/2fa/{token}). */
export function TwoFactorPlace() {
  return (
    <Suspense>
      <TwoFactor />
    </Suspense>
  );
}

/** Where a person goes who does not know the password (Spec 2, /forgot). */
export function ForgotPlace() {
  return (
    <Suspense>
      <Forgot />
    </Suspense>
  );
}

/** Where the links of invitations and forgotten passwords lead (Spec 2, /new/password/{token}). */
export function NewPasswordPlace() {
  return (
    <Suspense>
      <NewPassword />
    </Suspense>
  );
}
