import { formatDateTime } from '../../../domain/format/date.ts';
import { formatWhen } from '../../../domain/format/relative.ts';
import { languageNames } from '../../../i18n/languages.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import { HistoryList } from '../../ui/HistoryList.tsx';
import type { Template } from './loader.ts';

/** Who worded this kind of mail or reset it, the latest first. */
export function TemplateChanges({ history }: { history: Template['history'] }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const now = new Date();
  return (
    <section className="templates-history" aria-labelledby="templates-history">
      <h2 id="templates-history">{t('templates.history')}</h2>
      <HistoryList
        none={t('templates.history.none')}
        items={history.map((entry) => ({
          id: entry.id,
          at: entry.at,
          when: formatWhen(language, new Date(entry.at), now, zone),
          exact: formatDateTime(language, new Date(entry.at), zone),
          title: t(entry.what === 'edit' ? 'templates.history.edit' : 'templates.history.reset', {
            who: entry.who ?? t('templates.history.unknown'),
            language: languageNames[entry.language],
          }),
          lines: entry.subject ? [entry.subject] : [],
        }))}
      />
    </section>
  );
}
