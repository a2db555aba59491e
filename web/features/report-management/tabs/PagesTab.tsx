import type { ReportTabProps } from '../../../app/parts/report-tab.ts';
import { useTranslation } from '../../../i18n.ts';
import { SectionHeader } from '../../../ui/PageHeader.tsx';
import { Switches } from './Switches.tsx';

/** The report's pages as last read from the service, and the viewer's page controls. */
export function PagesTab({ report }: ReportTabProps) {
  const { t } = useTranslation();
  return (
    <>
      <section>
        <Switches tab="pages" links={false} />
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
