import { lazy, Suspense } from 'react';
import { formatDateTime } from '../../../domain/format/date.ts';
import { useSession } from '../../app/session/session.ts';
import { pageNotices, signInPage } from '../../app/start/boot.ts';
import { useEntryTranslation } from '../../i18n.ts';
import { Notice, QuietNotice } from '../../ui/Notice.tsx';
import { PublicLayout } from '../../ui/PublicLayout.tsx';
import { OtherWays } from './OtherWays.tsx';
import { SignInForm } from './SignInForm.tsx';

// Lazy, because few visitors of this page have an existing session.
const AlreadySignedIn = lazy(() => import('./AlreadySignedIn.tsx').then((module) => ({ default: module.AlreadySignedIn })));

/** Moves the notices into their place; React leaves what it didn't make alone. */
function takeNotices(place: HTMLElement | null): void {
  if (!place || !pageNotices) return;
  pageNotices.hidden = false;
  place.append(pageNotices);
}

function MaintenanceNotice() {
  const { t, language } = useEntryTranslation();
  const maintenance = signInPage?.maintenance;
  if (!maintenance) return null;
  const until = formatDateTime(language, new Date(maintenance.until), signInPage?.tenant.zone ?? 'UTC');
  const words = maintenance.texts?.[language] ?? maintenance;
  return (
    <QuietNotice tone="warn" title={words.title}>
      {words.text} {t('session.maintenanceUntil', { until })}
    </QuietNotice>
  );
}

/** This host's sign-in page, or its content for an existing session. */
export function SignIn() {
  const { t } = useEntryTranslation();
  const cached = useSession();
  if (cached)
    return (
      <Suspense>
        <AlreadySignedIn session={cached} />
      </Suspense>
    );
  const passwordSet = new URLSearchParams(location.search).get('set') === '1';
  const anything = pageNotices || signInPage?.maintenance || signInPage?.enteredUnasked;
  return (
    <PublicLayout
      title={t(signInPage?.theme.landscape === 'dunes' ? 'session.welcomeBack' : 'session.headline')}
      lead={t('session.lead')}
      notices={
        anything && (
          <>
            <MaintenanceNotice />
            {pageNotices && <div ref={takeNotices} />}
            {signInPage?.enteredUnasked && <QuietNotice title={t('session.unasked')}>{t('session.unasked.text')}</QuietNotice>}
          </>
        )
      }
    >
      {passwordSet && (
        <Notice tone="ok" live>
          {t('session.passwordSet')}
        </Notice>
      )}
      {signInPage?.ways.includes('password') === false ? <OtherWays /> : <SignInForm />}
    </PublicLayout>
  );
}
