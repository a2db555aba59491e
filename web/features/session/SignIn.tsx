import { signInPage } from '../../app/boot.ts';
import { useEntryTranslation } from '../../app/i18n.ts';
import { useSession } from '../../app/session.ts';
import { QuietNotice } from '../../ui/Notice.tsx';
import { PublicLayout } from '../../ui/PublicLayout.tsx';
import { AlreadySignedIn } from './AlreadySignedIn.tsx';
import { SignInForm } from './SignInForm.tsx';

const mostNotices = 2;
const tones = { info: 'info', warning: 'warn', error: 'err' } as const;

function MaintenanceNotice() {
  const { t, language } = useEntryTranslation();
  const maintenance = signInPage?.maintenance;
  if (!maintenance) return null;
  const until = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short', timeZone: signInPage?.tenant.zone }).format(
    new Date(maintenance.until),
  );
  return (
    <QuietNotice tone="warn" title={maintenance.title}>
      {maintenance.text} {t('session.maintenanceUntil', { until })}
    </QuietNotice>
  );
}

/** The sign-in page of this host, or what a living session finds there. */
export function SignIn() {
  const { t } = useEntryTranslation();
  const cached = useSession();
  if (cached) return <AlreadySignedIn session={cached} />;
  const notices = signInPage?.notices.slice(0, mostNotices) ?? [];
  const anything = notices.length > 0 || signInPage?.maintenance;
  return (
    <PublicLayout
      title={t(signInPage?.theme.landscape === 'dunes' ? 'session.welcomeBack' : 'session.headline')}
      lead={t('session.lead')}
      notices={
        anything && (
          <>
            <MaintenanceNotice />
            {notices.map((notice) => (
              <QuietNotice key={notice.id} tone={tones[notice.severity]} title={notice.title}>
                {notice.text}
              </QuietNotice>
            ))}
          </>
        )
      }
    >
      <SignInForm />
    </PublicLayout>
  );
}
