import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../domain/format/date.ts';
import { formatWhen } from '../../../domain/format/relative.ts';
import { partyFields } from '../../../domain/parties/party.ts';
import { ApiError } from '../../app/api-error.ts';
import { errorText } from '../../app/notify.ts';
import { useZone } from '../../app/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PastList } from '../../ui/PastList.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { partyHistoryQuery } from './queries.ts';
import { labelOf } from './use-party-form.ts';

const acts = ['add', 'edit', 'block', 'unblock', 'delete', 'restore'] as const;
const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const shown = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : '');

/** Who changed a client, when, and the previous values. */
export function PartyHistory({ id }: { id: string }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const { data, error, refetch, dataUpdatedAt } = useQuery(partyHistoryQuery(id));
  if (error && !data)
    return (
      <ErrorState text={errorText(error)} requestId={error instanceof ApiError ? error.requestId : null} onRetry={() => void refetch()} />
    );
  if (!data) return <ListSkeleton count={3} onRetry={() => void refetch()} />;
  const now = new Date(dataUpdatedAt);
  return (
    <PastList
      none={t('parties.history.none')}
      items={data.items.map((item) => {
        const at = new Date(item.at);
        const act = acts.find((each) => item.what === `party.${each}`) ?? 'edit';
        const reason = shown(item.after.reason);
        const lines = partyFields.flatMap((field) => {
          const column = columnOf(field);
          if (act !== 'edit' || !(column in item.after)) return [];
          const [before, after] = [shown(item.before[column]), shown(item.after[column])];
          return [t('parties.history.field', { field: t(labelOf(field)), before: before || '–', after: after || '–' })];
        });
        return {
          ...{ id: item.id, at: item.at, when: formatWhen(language, at, now, zone), exact: formatDateTime(language, at, zone) },
          title: t(`parties.history.${act}`, { who: item.who ?? t('parties.history.system') }),
          lines: reason ? [...lines, t('parties.history.reason', { reason })] : lines,
        };
      })}
    />
  );
}
