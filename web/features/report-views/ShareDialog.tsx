import { lazy, Suspense, useState } from 'react';
import type { ReportCard } from '../../../domain/reports/contract.ts';
import { usePathname } from '../../app/address/address.ts';
import type { ViewerContext } from '../../app/parts/viewer-parts.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconQrcode, IconShare2 } from '../../ui/icons.ts';
import { Skeleton } from '../../ui/Skeletons.tsx';
import { SendByMail } from './SendByMail.tsx';
import { shareLink } from './share-link.ts';
import './report-views.css';

const QrCode = lazy(() => import('../../ui/QrCode.tsx').then((module) => ({ default: module.QrCode })));

type Props = { opened: boolean; onClose: () => void; context: ViewerContext; report: ReportCard };

/** Shares the report; recipients see it only if they have access themselves. */
export function ShareDialog({ opened, onClose, context, report }: Props) {
  const { t } = useTranslation();
  const pathname = usePathname();
  const [code, setCode] = useState(false);
  const shared = context.view?.shared === 'S' ? context.view.id : null;
  const page = context.page?.name ?? null;
  const link = shareLink(location.origin, pathname, { page, view: shared });
  // Only phones have a useful share sheet.
  const native = context.phone && typeof navigator.share === 'function';
  return (
    <Dialog opened={opened} onClose={onClose} title={t('views.shareTitle', { name: report.title })} text={t('views.shareText')}>
      <div className="share">
        <div className="share-link">
          <input
            readOnly
            className="share-address"
            aria-label={t('views.link')}
            value={link}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton text={link} boxed>
            {t('views.copyLink')}
          </CopyButton>
        </div>
        {context.view && !shared && <p className="small muted">{t('views.linkWithoutView', { name: context.view.name })}</p>}
        <div className="share-ways">
          {native && (
            <Button
              icon={IconShare2}
              // Closing the phone's share sheet rejects the promise, which isn't an error.
              onClick={() => void navigator.share({ title: report.title, url: link }).catch(() => undefined)}
            >
              {t('views.shareNative')}
            </Button>
          )}
          <Button icon={IconQrcode} aria-expanded={code} onClick={() => setCode((before) => !before)}>
            {t('views.qr')}
          </Button>
        </div>
        {code && (
          <Suspense fallback={<Skeleton height={200} radius={10} />}>
            <QrCode text={link} label={t('views.qrLabel', { name: report.title })} />
          </Suspense>
        )}
        <SendByMail reportId={report.id} page={page} view={shared} onClose={onClose} />
      </div>
    </Dialog>
  );
}
