import { lazy, Suspense, useState } from 'react';
import type { ViewerContext, ViewerPart } from '../../app/parts/viewer-parts.ts';
import { useTranslation } from '../../i18n.ts';
import { IconFileExport } from '../../ui/icons.ts';

const ExportDialog = lazy(() => import('./ExportDialog.tsx').then((module) => ({ default: module.ExportDialog })));

/** Exports the report in its current state. */
export function useExportPart(context: ViewerContext): ViewerPart {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [asked, setAsked] = useState(false);
  const { report, ready } = context;
  if (!ready || report?.kind !== 'powerbi') return { action: null };
  return {
    action: {
      id: 'export',
      icon: IconFileExport,
      label: t('exports.action'),
      at: 'icon',
      key: 'e',
      run: () => {
        setAsked(true);
        setOpened(true);
      },
    },
    dialog: asked && (
      <Suspense>
        <ExportDialog opened={opened} onClose={() => setOpened(false)} context={context} report={report} />
      </Suspense>
    ),
  };
}
