import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../domain/format/date.ts';
import { formatList } from '../../../domain/format/number.ts';
import { formatWhen } from '../../../domain/format/relative.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { historyQuery } from './queries.ts';

const verbs = ['add', 'edit', 'delete', 'restore', 'duplicate', 'members_add', 'members_remove', 'reports_add', 'reports_remove'] as const;

/** Who changed the group, its members and its reports, and when. */
export function UserGroupHistory({ id }: { id: string }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const { data, error, refetch, dataUpdatedAt } = useQuery(historyQuery(id));
  const retry = () => void refetch();
  if (error && !data)
    return <ErrorState text={errorText(error)} requestId={error instanceof ApiError ? error.requestId : null} onRetry={retry} />;
  if (!data) return <ListSkeleton count={3} onRetry={retry} />;
  if (data.items.length === 0) return <p className="muted">{t('userGroups.history.none')}</p>;
  const now = new Date(dataUpdatedAt);
  return (
    <ol className="plain-list user-group-rows">
      {data.items.map((item) => {
        const at = new Date(item.at);
        const verb = verbs.find((each) => item.what === `user_group.${each}`) ?? 'other';
        const others = (item.count ?? 0) - item.names.length;
        const names = others > 0 ? [...item.names, t('userGroups.history.more', { count: others })] : item.names;
        const changed = (['name', 'description'] as const).filter((field) => verb === 'edit' && item.before[field] !== item.after[field]);
        return (
          <li key={item.id} className="user-group-event">
            <p className="user-group-place">
              <b>{t(`userGroups.history.${verb}`, { who: item.who ?? t('userGroups.history.system'), count: item.count ?? 0 })}</b>
              <time className="push muted tiny num" dateTime={item.at} data-tip={formatDateTime(language, at, zone)}>
                {formatWhen(language, at, now, zone)}
              </time>
            </p>
            {names.length > 0 && <p className="small muted">{formatList(language, names)}</p>}
            {changed.map((field) => (
              <p key={field} className="small muted">
                {t(`userGroups.history.${field}`, {
                  before: String(item.before[field] ?? '') || '–',
                  after: String(item.after[field] ?? '') || '–',
                })}
              </p>
            ))}
          </li>
        );
      })}
    </ol>
  );
}
