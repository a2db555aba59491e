import { useTranslation } from '../../../app/i18n.ts';
import type { ReportTabProps } from '../../../app/report-tabs.ts';

/** What the report is: its texts, its place, its owner. */
export function DataTab({ report }: ReportTabProps) {
  const { t } = useTranslation();
  return (
    <dl className="manage-facts">
      <dt>{t('manage.field.title')}</dt>
      <dd>{report.title}</dd>
    </dl>
  );
}
