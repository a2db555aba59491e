import type { ReportTabProps } from '../../../app/parts/report-tab.ts';
import { useTranslation } from '../../../i18n.ts';
import { SectionHeader } from '../../../ui/PageHeader.tsx';
import { SwitchRow } from '../../../ui/SwitchRow.tsx';
import { useReportForm } from '../report-form.tsx';

/** The report's pages as last read from the service, and the viewer's page controls. */
export function PagesTab({ report }: ReportTabProps) {
  const { t } = useTranslation();
  const { draft, set } = useReportForm();
  const row = (field: 'navigationPanel' | 'hiddenPages' | 'sideFilter') => (
    <SwitchRow
      label={t(`manage.field.${field}`)}
      text={t(`manage.help.${field}`)}
      checked={draft[field]}
      onChange={(on) => set(field, on)}
    />
  );
  return (
    <>
      <section>
        {row('navigationPanel')}
        {row('hiddenPages')}
        {row('sideFilter')}
      </section>
      <section>
        <SectionHeader title={t('manage.pages.title')} />
        {report.pages.length === 0 ? (
          <p className="muted small">{t('manage.pages.none')}</p>
        ) : (
          <ol className="manage-pages">
            {report.pages.map((page) => (
              <li key={page.name}>{page.displayName}</li>
            ))}
          </ol>
        )}
      </section>
    </>
  );
}
