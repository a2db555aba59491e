import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { useTranslation } from '../../i18n.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { WindowList } from './WindowList.tsx';

/** All maintenance windows of the unit, as a part of `/management/report`. */
export function MaintenancePage() {
  const { t } = useTranslation();
  useBreadcrumb([
    { label: t('manage.crumb') },
    { label: t('manage.title'), href: '/management/report' },
    { label: t('maintenance.title') },
  ]);
  return (
    <div className="page">
      <PageHeader title={t('maintenance.title')} text={t('maintenance.intro')} />
      <WindowList />
    </div>
  );
}
