import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../../domain/format/date.ts';
import { formatWhen } from '../../../../domain/format/relative.ts';
import { filterWords, shortFilters } from '../../../../domain/reports/filter-words.ts';
import type { Language } from '../../../../domain/session/languages.ts';
import { ApiError } from '../../../app/data/api-error.ts';
import { useZone } from '../../../app/data/use-zone.ts';
import { errorText } from '../../../app/notices/notify.ts';
import type { ReportTabProps } from '../../../app/parts/report-tab.ts';
import { type TextKey, type Translate, useTranslation } from '../../../i18n.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { fieldOf, verbOf } from '../history-words.ts';
import { historyQuery } from '../queries.ts';
import '../../../ui/history.css';

function valueWords(value: unknown, t: Translate): string {
  if (value === null || value === undefined || value === '') return t('manage.history.nothing');
  if (typeof value === 'boolean') return t(value ? 'manage.history.yes' : 'manage.history.no');
  if (Array.isArray(value)) return value.map((item) => valueWords(item, t)).join(', ') || t('manage.history.nothing');
  if (typeof value === 'object')
    return (
      Object.values(value)
        .map((own) => valueWords(own?.title ?? own, t))
        .join(' · ') || t('manage.history.nothing')
    );
  return String(value);
}

/** Includes the names of a field's parts where they have any. */
function factWords(field: string, value: unknown, t: Translate, language: Language): string {
  if (value === null || typeof value !== 'object') return valueWords(value, t);
  if (field === 'filters')
    return (
      shortFilters(value)
        .map((filter) => filterWords(filter, (key) => t(key as TextKey), language)) // because tests/guards/audit-words.test.ts checks each of them
        .join('; ') || t('manage.history.nothing')
    );
  if (field === 'custom')
    return valueWords(
      Object.entries(value).map(([label, own]) => `${label}: ${own}`),
      t,
    );
  return valueWords(value, t);
}

/** Who changed the report, when, and the previous values. */
export function HistoryTab({ report }: ReportTabProps) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const { data, error, refetch, dataUpdatedAt } = useQuery(historyQuery(report.id));
  const retry = () => void refetch();
  if (error && !data) {
    return <ErrorState text={errorText(error)} requestId={error instanceof ApiError ? error.requestId : null} onRetry={retry} />;
  }
  if (!data) return <ListSkeleton count={4} onRetry={retry} />;
  if (data.items.length === 0) return <p className="muted">{t('manage.history.none')}</p>;
  const now = new Date(dataUpdatedAt);
  return (
    <ol className="plain-list history">
      {data.items.map((item) => {
        const at = new Date(item.at);
        const fields = Object.keys(item.after).filter(
          (field) => fieldOf(field) && field in item.before && JSON.stringify(item.before[field]) !== JSON.stringify(item.after[field]),
        );
        return (
          <li key={item.id}>
            <p className="history-head">
              <b>{t(`manage.history.${verbOf(item.what)}`, { who: item.who ?? t('manage.history.system') })}</b>
              <time className="push muted tiny num" dateTime={item.at} data-tip={formatDateTime(language, at, zone)}>
                {formatWhen(language, at, now, zone)}
              </time>
            </p>
            {fields.length > 0 && (
              <ul className="plain-list small muted">
                {fields.map((field) => (
                  <li key={field}>
                    {t('manage.history.line', {
                      field: t(fieldOf(field) ?? 'manage.field.title'),
                      before: factWords(field, item.before[field], t, language),
                      after: factWords(field, item.after[field], t, language),
                    })}
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ol>
  );
}
