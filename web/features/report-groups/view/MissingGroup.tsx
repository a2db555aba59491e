import { useTranslation } from '../../../i18n.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { ViewerState } from '../../../ui/ViewerState.tsx';

/** Spec 8: a missing group and one without access look the same. */
export function MissingGroup() {
  const { t } = useTranslation();
  return (
    <ViewerState
      heading="h1"
      title={t('reports.group.missing')}
      cause={t('reports.group.missingText')}
      actions={<ButtonLink href="/reports?tab=view">{t('reports.group.back')}</ButtonLink>}
    />
  );
}
