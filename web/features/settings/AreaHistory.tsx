import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { auditValueWords } from '../../../domain/audit-log/audit-value.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { formatWhen } from '../../../domain/format/relative.ts';
import { areaFields, type SettingsAreaName } from '../../../domain/settings/areas.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { type TextKey, useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { HistoryList } from '../../ui/HistoryList.tsx';
import { historyQuery } from './loader.ts';

const fields = Object.values(areaFields).flat();
type Field = (typeof fields)[number];
const isField = (text: string): text is Field => fields.some((field) => field === text);
const getKey = (field: Field): TextKey => (field === 'mostrar_ultima_atualizacao_relatorio' ? 'settings.mostrar' : `settings.${field}`);

/** Who changed the settings of an area, when, with old and new values. */
export function AreaHistory({ area }: { area: SettingsAreaName }) {
  return (
    <Reading>
      <Entries area={area} />
    </Reading>
  );
}

function Entries({ area }: { area: SettingsAreaName }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage, dataUpdatedAt } = useSuspenseInfiniteQuery(historyQuery(area));
  const reader = { t: (key: string) => t(key as TextKey), language, zone }; // because tests/guards/audit-words.test.ts checks each of them
  const getName = (field: string) => (isField(field) ? t(getKey(field)) : field);
  const getWord = (field: string, value: unknown): string => {
    if (value === 'S' || value === true) return t('settings.value.on');
    if (value === 'N' || value === false) return t('settings.value.off');
    if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
      return t('settings.value.none');
    return auditValueWords(field, Array.isArray(value) ? value.join(', ') : String(value), reader);
  };
  const now = new Date(dataUpdatedAt);
  const items = data.pages
    .flatMap((page) => page.items)
    .map((item) => ({
      id: item.id,
      at: item.at,
      when: formatWhen(language, new Date(item.at), now, zone),
      exact: formatDateTime(language, new Date(item.at), zone),
      title: t('settings.history.who', { who: item.who ?? t('settings.history.somebody') }),
      lines: item.fields.map(({ field, before, after }) =>
        t('settings.history.line', { name: getName(field), before: getWord(field, before), after: getWord(field, after) }),
      ),
    }));
  return (
    <>
      <HistoryList none={t('settings.history.none')} items={items} />
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('settings.history.older')}
        </Button>
      )}
    </>
  );
}
