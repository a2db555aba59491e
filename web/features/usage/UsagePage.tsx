import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { useTranslation } from '../../i18n.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { UsagePanel } from './UsagePanel.tsx';

/** Usage of the unit's own reports, as a part of `/management/report`. */
export function UsagePage() {
  const { t } = useTranslation();
  useBreadcrumb([{ label: t('manage.crumb') }, { label: t('manage.title'), href: '/management/report' }, { label: t('usage.tab') }]);
  return (
    <div className="page">
      <PageHeader title={t('usage.tab')} text={t('usage.text')} />
      <UsagePanel />
    </div>
  );
}
