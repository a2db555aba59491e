import { useEntryTranslation } from '../../i18n.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { PublicLayout } from '../../ui/PublicLayout.tsx';
import { outsideLink } from './outside-link.ts';

/** The browser blocked the new tab of an external report; shows the link to press. */
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
