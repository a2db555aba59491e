import { useInfiniteQuery } from '@tanstack/react-query';
import { auditValueWords } from '../../../domain/audit-log/audit-value.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { formatWhen } from '../../../domain/format/relative.ts';
import { areaFields, type SettingsAreaName } from '../../../domain/settings/areas.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { errorText } from '../../app/notices/notify.ts';
import { type TextKey, useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { historyQuery } from './queries.ts';

const fields = Object.values(areaFields).flat();
type Field = (typeof fields)[number];
const isField = (text: string): text is Field => fields.some((field) => field === text);
const keyOf = (field: Field): TextKey => (field === 'mostrar_ultima_atualizacao_relatorio' ? 'settings.mostrar' : `settings.${field}`);

/** Who changed the settings of an area, when, with old and new values. */
export function AreaHistory({ area }: { area: SettingsAreaName }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage, dataUpdatedAt } = useInfiniteQuery(historyQuery(area));
  if (error && !data) return <ErrorState text={errorText(error)} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton count={3} onRetry={() => void refetch()} />;
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <p className="muted">{t('settings.history.none')}</p>;
  const reader = { t: (key: string) => t(key as TextKey), language, zone }; // because tests/guards/audit-words.test.ts checks each of them
  const nameOf = (field: string) => (isField(field) ? t(keyOf(field)) : field);
  const wordOf = (field: string, value: unknown): string => {
    if (value === 'S' || value === true) return t('settings.value.on');
    if (value === 'N' || value === false) return t('settings.value.off');
    if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
      return t('settings.value.none');
    return auditValueWords(field, Array.isArray(value) ? value.join(', ') : String(value), reader);
  };
  const now = new Date(dataUpdatedAt);
  return (
    <>
      <ol className="plain-list settings-history">
        {items.map((item) => {
          const at = new Date(item.at);
          return (
            <li key={item.id}>
              <p className="settings-history-head">
                <b>{t('settings.history.who', { who: item.who ?? t('settings.history.somebody') })}</b>
                <time className="push muted tiny num" dateTime={item.at} data-tip={formatDateTime(language, at, zone)}>
                  {formatWhen(language, at, now, zone)}
                </time>
              </p>
              <ul className="plain-list small muted">
                {item.fields.map(({ field, before, after }) => (
                  <li key={field}>
                    {t('settings.history.line', { name: nameOf(field), before: wordOf(field, before), after: wordOf(field, after) })}
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ol>
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('settings.history.older')}
        </Button>
      )}
    </>
  );
}
