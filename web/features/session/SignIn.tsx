import { lazy, Suspense } from 'react';
import { formatDateTime } from '../../../domain/format/date.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { useSession } from '../../app/session/session.ts';
import { signInPage } from '../../app/start/boot.ts';
import { useEntryTranslation } from '../../i18n.ts';
import { Notice, QuietNotice } from '../../ui/Notice.tsx';
import { PublicLayout } from '../../ui/PublicLayout.tsx';
import { OtherWays } from './OtherWays.tsx';
import { SignInForm } from './SignInForm.tsx';

// Lazy, because few visitors of this page have an existing session.
const AlreadySignedIn = lazy(() => import('./AlreadySignedIn.tsx').then((module) => ({ default: module.AlreadySignedIn })));

const mostNotices = 2;
const tones = { info: 'info', warning: 'warn', error: 'err' } as const;

type Worded = { title: string; text: string; texts?: Partial<Record<Language, { title: string; text: string }>> | undefined };
const wordsIn = (language: Language, said: Worded) => said.texts?.[language] ?? said;

/** Start and end of a maintenance window, in the tenant's time zone. */
const moment = (language: Language, at: string) => formatDateTime(language, new Date(at), signInPage?.tenant.zone ?? 'UTC');

function MaintenanceNotice() {
  const { t, language } = useEntryTranslation();
  const maintenance = signInPage?.maintenance;
  if (!maintenance) return null;
  const until = moment(language, maintenance.until);
  const words = wordsIn(language, maintenance);
  return (
    <QuietNotice tone="warn" title={words.title}>
      {words.text} {t('session.maintenanceUntil', { until })}
    </QuietNotice>
  );
}

/** This host's sign-in page, or its content for an existing session. */
export function SignIn() {
  const { t, language } = useEntryTranslation();
  const cached = useSession();
  if (cached)
    return (
      <Suspense>
        <AlreadySignedIn session={cached} />
      </Suspense>
    );
  const notices = signInPage?.notices.slice(0, mostNotices) ?? [];
  const passwordSet = new URLSearchParams(location.search).get('set') === '1';
  const anything = notices.length > 0 || signInPage?.maintenance || signInPage?.enteredUnasked;
  return (
    <PublicLayout
      title={t(signInPage?.theme.landscape === 'dunes' ? 'session.welcomeBack' : 'session.headline')}
      lead={t('session.lead')}
      notices={
        anything && (
          <>
            <MaintenanceNotice />
            {notices.map((notice) => (
              <QuietNotice key={notice.id} tone={tones[notice.severity]} title={wordsIn(language, notice).title}>
                {wordsIn(language, notice).text}{' '}
                {notice.startsAt &&
                  notice.endsAt &&
                  t('session.maintenanceFrom', { from: moment(language, notice.startsAt), until: moment(language, notice.endsAt) })}
              </QuietNotice>
            ))}
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
