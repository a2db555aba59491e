import { useEntryTranslation } from '../../app/i18n.ts';
import { go } from '../../app/navigation.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { PublicLayout } from '../../ui/PublicLayout.tsx';
import { outsideLink } from './outside-link.ts';

function ToSignIn() {
  const { t } = useEntryTranslation();
  return (
    <Button kind="login" size="l" block onClick={() => go('/signin')}>
      {t('session.backToSignIn')}
    </Button>
  );
}

/** Nobody lives at this host; says nothing about who might. */
export function DomainNotFound() {
  const { t } = useEntryTranslation();
  return <PublicLayout title={t('session.domain.title')} lead={t('session.domain.text')} />;
}

/** The server refused this network (Spec 8). */
export function IpNotAllowed() {
  const { t } = useEntryTranslation();
  return (
    <PublicLayout title={t('session.ip.title')} lead={t('session.ip.text')}>
      <ToSignIn />
    </PublicLayout>
  );
}

/** The browser kept an external report from opening; the link stands here to be pressed. */
export function PopupBlocked() {
  const { t } = useEntryTranslation();
  const link = outsideLink(new URLSearchParams(location.search).get('url'));
  return (
    <PublicLayout title={t('session.popup.title')} lead={t(link ? 'session.popup.text' : 'session.popup.missing')}>
      {link && (
        <>
          <p className="mono small popup-link">{link}</p>
          <a className="button button-login button-l button-block" href={link} target="_blank" rel="noopener noreferrer">
            {t('session.popup.open')}
          </a>
        </>
      )}
      <ButtonLink href="/" size="l" block>
        {t('session.goHome')}
      </ButtonLink>
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
