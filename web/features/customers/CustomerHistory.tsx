import { useQuery } from '@tanstack/react-query';
import { customerFields } from '../../../domain/customers/customer.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { formatWhen } from '../../../domain/format/relative.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { HistoryList } from '../../ui/HistoryList.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { customerHistoryQuery } from './queries.ts';
import { labelOf } from './use-customer-form.ts';

const acts = ['add', 'edit', 'block', 'unblock', 'delete', 'restore'] as const;
const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const shown = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : '');

/** Who changed a client, when, and the previous values. */
export function CustomerHistory({ id }: { id: string }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const { data, error, refetch, dataUpdatedAt } = useQuery(customerHistoryQuery(id));
  if (error && !data)
    return (
      <ErrorState text={errorText(error)} requestId={error instanceof ApiError ? error.requestId : null} onRetry={() => void refetch()} />
    );
  if (!data) return <ListSkeleton count={3} onRetry={() => void refetch()} />;
  const now = new Date(dataUpdatedAt);
  return (
    <HistoryList
      none={t('parties.history.none')}
      items={data.items.map((item) => {
        const at = new Date(item.at);
        const act = acts.find((each) => item.what === `party.${each}`) ?? 'edit';
        const reason = shown(item.after.reason);
        const lines = customerFields.flatMap((field) => {
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
