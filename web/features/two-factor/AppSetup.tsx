import { lazy, Suspense } from 'react';
import type { FreshKey } from '../../../domain/two-factor/contract.ts';
import { useTranslation } from '../../i18n.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import './two-factor.css';

const QrCode = lazy(() => import('../../ui/QrCode.tsx').then((module) => ({ default: module.QrCode })));

/** A key in groups of four, as authenticator apps show it for typing. */
const spaced = (key: string) => (key.match(/.{1,4}/g) ?? []).join(' ');

/** The key of a new authenticator app: as a QR code, as a link for this phone, and as text. */
export function AppSetup({ fresh }: { fresh: FreshKey }) {
  const { t } = useTranslation();
  return (
    <div className="factor-steps">
      <p>{t('factor.setup.scan')}</p>
      <div className="factor-qr">
        <Suspense>
          <QrCode text={fresh.uri} label={t('factor.setup.scan')} />
        </Suspense>
      </div>
      <a className="link" href={fresh.uri}>
        {t('factor.setup.open')}
      </a>
      <div>
        <p>{t('factor.setup.key')}</p>
        <code className="factor-key">{spaced(fresh.key)}</code>
        <CopyButton text={fresh.key}>{t('factor.setup.copyKey')}</CopyButton>
      </div>
      <p>{t('factor.setup.then')}</p>
    </div>
  );
}
