import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../domain/format/date.ts';
import { formatWhen } from '../../../domain/format/relative.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { actionOf, historyLines } from './history-lines.ts';
import type { Kind } from './kind.ts';
import { historyQuery } from './queries.ts';
import '../../ui/history.css';

/** Who changed a group or sub-group, when, and the previous values. */
export function GroupHistory({ kind, id }: { kind: Kind; id: string }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const { data, error, refetch, dataUpdatedAt } = useQuery(historyQuery(kind, id));
  const retry = () => void refetch();
  if (error && !data) {
    return <ErrorState text={errorText(error)} requestId={error instanceof ApiError ? error.requestId : null} onRetry={retry} />;
  }
  if (!data) return <ListSkeleton count={3} onRetry={retry} />;
  if (data.items.length === 0) return <p className="muted">{t('groups.history.none')}</p>;
  const now = new Date(dataUpdatedAt);
  return (
    <ol className="plain-list history">
      {data.items.map((item) => {
        const at = new Date(item.at);
        const lines = historyLines(item.before, item.after);
        return (
          <li key={item.id}>
            <p className="history-head">
              <b>{t(`groups.history.${actionOf(item.what)}`, { who: item.who ?? t('groups.history.system') })}</b>
              <time className="push muted tiny num" dateTime={item.at} data-tip={formatDateTime(language, at, zone)}>
                {formatWhen(language, at, now, zone)}
              </time>
            </p>
            {actionOf(item.what) === 'edit' && lines.length > 0 && (
              <ul className="plain-list small muted">
                {lines.map((line) => (
                  <li key={line.key}>{t(line.key, line.vars)}</li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ol>
  );
}
