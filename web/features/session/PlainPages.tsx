import { go } from '../../app/address/navigation.ts';
import { useEntryTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { PublicLayout } from '../../ui/PublicLayout.tsx';

function ToSignIn() {
  const { t } = useEntryTranslation();
  return (
    <Button kind="login" size="l" block onClick={() => go('/signin')}>
      {t('session.backToSignIn')}
    </Button>
  );
}

/** No tenant has this host; reveals nothing about existing ones. */
export function DomainNotFound() {
  const { t } = useEntryTranslation();
  return <PublicLayout title={t('session.domain.title')} lead={t('session.domain.text')} />;
}

/** The server refused this IP address (Spec 8). */
export function IpNotAllowed() {
  const { t } = useEntryTranslation();
  return (
    <PublicLayout title={t('session.ip.title')} lead={t('session.ip.text')}>
      <ToSignIn />
    </PublicLayout>
  );
}

/** Any other path (Spec 2). */
export function NotFound() {
  const { t } = useEntryTranslation();
  return (
    <PublicLayout title={t('session.notFound.title')} lead={t('session.notFound.text')}>
      <ToSignIn />
    </PublicLayout>
  );
}
