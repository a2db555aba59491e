import { useSearchValues } from '../../app/address.ts';
import { useBreadcrumb } from '../../app/breadcrumb.ts';
import { useTranslation } from '../../app/i18n.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ReportCollection } from './lists/ReportCollection.tsx';

/** The platform's own reports (BEHAVIOUR 16, report/a2m). */
export function PlatformReportsPage() {
  const { t } = useTranslation();
  const address = useSearchValues();
  useBreadcrumb([{ label: t('reports.platform') }]);
  return (
    <div className="page">
      <PageHeader title={t('reports.platform')} />
      <ReportCollection
        label={t('reports.platform')}
        scope={{}}
        sort="title"
        searchLabel={t('reports.search')}
        page={Number(address.page ?? '1')}
        empty={{ text: t('reports.group.empty') }}
      />
    </div>
  );
}
