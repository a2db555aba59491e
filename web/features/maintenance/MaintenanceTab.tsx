import { useTranslation } from '../../i18n.ts';
import { WindowList } from './WindowList.tsx';

/** The maintenance windows that cover one report, and creating new ones for it. */
export function MaintenanceTab({ report }: { report: { id: string; title: string } }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('maintenance.title')}>
      <p className="muted">{t('maintenance.intro')}</p>
      <WindowList report={{ id: report.id, name: report.title }} />
    </section>
  );
}
