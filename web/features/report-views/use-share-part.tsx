import { lazy, Suspense, useState } from 'react';
import type { ViewerContext, ViewerPart } from '../../app/parts/viewer-parts.ts';
import { useTranslation } from '../../i18n.ts';
import { IconShare2 } from '../../ui/icons.ts';

const ShareDialog = lazy(() => import('./ShareDialog.tsx').then((module) => ({ default: module.ShareDialog })));

/** Sharing the report: link, e-mail, QR code. */
export function useSharePart(context: ViewerContext): ViewerPart {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [asked, setAsked] = useState(false);
  const { report } = context;
  if (!report) return { action: null };
  return {
    action: {
      id: 'share',
      icon: IconShare2,
      label: t('views.share'),
      foot: t('views.shareShort'),
      at: 'icon',
      run: () => {
        setAsked(true);
        setOpened(true);
      },
    },
    dialog: asked && (
      <Suspense>
        <ShareDialog opened={opened} onClose={() => setOpened(false)} context={context} report={report} />
      </Suspense>
    ),
  };
}
