import { useCallback, useState } from 'react';
import type { ViewerContext, ViewerPart } from '../../app/parts/viewer-parts.ts';
import { useTranslation } from '../../i18n.ts';
import { IconBookmark } from '../../ui/icons.ts';
import { ViewsPanel } from './ViewsPanel.tsx';

/** A report's saved views: the button names the open one. */
export function useViewsPart(context: ViewerContext): ViewerPart {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const close = useCallback(() => setOpened(false), []);
  const { view, changed, asLeft, ready } = context;
  if (!ready) return { action: null };
  const name = view ? (changed ? t('views.changedName', { name: view.name }) : view.name) : asLeft ? t('views.asLeft') : t('views.title');
  return {
    action: {
      id: 'views',
      icon: IconBookmark,
      label: name,
      foot: t('views.title'),
      at: 'named',
      key: 'v',
      run: () => setOpened((before) => !before),
    },
    panel: { opened, close, title: t('views.title'), content: <ViewsPanel context={context} onClose={close} /> },
  };
}
