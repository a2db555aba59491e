import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../domain/format/date.ts';
import { formatWhen } from '../../../domain/format/relative.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { HistoryList } from '../../ui/HistoryList.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { historyQuery } from './queries.ts';

const shownFields = ['name', 'issuer', 'signInUrl', 'signOutUrl', 'signOutResponseUrl', 'metadataUrl', 'certificates', 'domains'] as const;
const shown = (value: unknown): string => (typeof value === 'string' && value ? value : '–');

/** Who changed an app, when, and the previous values. */
export function SamlHistory({ id }: { id: string }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const { data, error, refetch, dataUpdatedAt } = useQuery(historyQuery(id));
  if (error && !data)
    return (
      <ErrorState text={errorText(error)} requestId={error instanceof ApiError ? error.requestId : null} onRetry={() => void refetch()} />
    );
  if (!data) return <ListSkeleton count={3} onRetry={() => void refetch()} />;
  const actOf = (what: string, after: Record<string, unknown>) => {
    const verb = what.split('.')[1];
    if (verb === 'add') return 'add' as const;
    if (verb !== 'status') return 'edit' as const;
    return after.status === 'A' ? ('on' as const) : ('off' as const);
  };
  return (
    <HistoryList
      none={t('saml.history.none')}
      items={data.items.map((item) => {
        const at = new Date(item.at);
        const act = actOf(item.what, item.after);
        return {
          ...{ id: item.id, at: item.at, when: formatWhen(language, at, new Date(dataUpdatedAt), zone) },
          exact: formatDateTime(language, at, zone),
          title: t(`saml.history.${act}`, { who: item.who ?? t('saml.history.system') }),
          lines:
            act === 'edit'
              ? shownFields
                  .filter((field) => field in item.after)
                  .map((field) =>
                    t('saml.history.field', {
                      field: t(`saml.field.${field}`),
                      before: shown(item.before[field]),
                      after: shown(item.after[field]),
                    }),
                  )
              : [],
        };
      })}
    />
  );
}
