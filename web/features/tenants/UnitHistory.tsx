import { useQuery } from '@tanstack/react-query';
import { formatDate, formatDateTime } from '../../../domain/format/date.ts';
import { formatWhen } from '../../../domain/format/relative.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { errorText } from '../../app/notices/notify.ts';
import { type TextKey, useTranslation } from '../../i18n.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { HistoryList } from '../../ui/HistoryList.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { unitHistoryQuery } from './queries.ts';

const acts = ['add', 'edit', 'block', 'unblock', 'extend', 'convert', 'delete', 'restore', 'invite', 'trial_over'] as const;
const columns: Record<string, TextKey> = {
  name: 'tenants.field.name',
  administrator: 'tenants.part.admins',
  host: 'tenants.field.subdomain',
  own_domain: 'tenants.field.ownDomain',
  user_limit: 'tenants.field.userLimit',
  bonus_users: 'tenants.field.bonusUsers',
  domain_limit: 'tenants.field.domainLimit',
  report_limit: 'tenants.field.reportLimit',
  default_directory: 'tenants.field.defaultDirectory',
  restrict_accounts: 'tenants.field.restrictAccounts',
  allow_reports: 'tenants.field.allowReports',
  hidden_by_partner: 'tenants.tab.menu',
  hidden_by_platform: 'tenants.tab.menu',
};

/** Who in this tenant changed the unit or partner, when, and the previous values. */
export function UnitHistory({ id }: { id: string }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const { data, error, refetch, dataUpdatedAt } = useQuery(unitHistoryQuery(id));
  if (error && !data)
    return (
      <ErrorState text={errorText(error)} requestId={error instanceof ApiError ? error.requestId : null} onRetry={() => void refetch()} />
    );
  if (!data) return <ListSkeleton count={4} onRetry={() => void refetch()} />;
  const now = new Date(dataUpdatedAt);
  const shown = (value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'ui.yes' : 'ui.no');
    if (Array.isArray(value)) return value.join(', ') || '–';
    return value === null || value === undefined || value === '' ? '–' : String(value);
  };
  return (
    <div className="card card-pad">
      <HistoryList
        none={t('tenants.history.none')}
        items={data.items.map((item) => {
          const at = new Date(item.at);
          const act = acts.find((each) => item.what === `tenant.${each}`) ?? 'edit';
          const changes = act === 'edit' ? Object.keys(columns).filter((column) => column in item.after) : [];
          const until = typeof item.after.trial_ends_at === 'string' && act === 'extend' ? item.after.trial_ends_at : null;
          const reason = typeof item.after.reason === 'string' ? item.after.reason : '';
          return {
            ...{ id: item.id, at: item.at, when: formatWhen(language, at, now, zone), exact: formatDateTime(language, at, zone) },
            title: t(`tenants.history.${act}`, { who: item.who ?? t('tenants.history.system') }),
            lines: [
              ...changes.map((column) =>
                t('tenants.history.field', {
                  field: t(columns[column] ?? 'tenants.field.name'),
                  before: shown(item.before[column]),
                  after: shown(item.after[column]),
                }),
              ),
              ...(until ? [t('tenants.trial.ends', { day: formatDate(new Date(until), zone) })] : []),
              ...(reason ? [t('tenants.history.reason', { reason })] : []),
            ],
          };
        })}
      />
    </div>
  );
}
