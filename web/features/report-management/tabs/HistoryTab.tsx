import { filterWords, shortFilters } from '../../../../domain/reports/filter-words.ts';
import type { Language } from '../../../../domain/session/languages.ts';
import { History } from '../../../app/layouts/History.tsx';
import type { ReportTabProps } from '../../../app/parts/report-tab.ts';
import { type TextKey, type Translate, useTranslation } from '../../../i18n.ts';
import { getField, getVerb } from '../history-words.ts';
import { historyQuery } from '../loader.ts';

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
  return (
    <History
      query={historyQuery(report.id)}
      none={t('manage.history.none')}
      entry={({ what, who, before, after }) => ({
        title: t(`manage.history.${getVerb(what)}`, { who: who ?? t('manage.history.system') }),
        lines: Object.keys(after)
          .filter((field) => getField(field) && field in before && JSON.stringify(before[field]) !== JSON.stringify(after[field]))
          .map((field) =>
            t('manage.history.line', {
              field: t(getField(field) ?? 'manage.field.title'),
              before: factWords(field, before[field], t, language),
              after: factWords(field, after[field], t, language),
            }),
          ),
      })}
    />
  );
}
