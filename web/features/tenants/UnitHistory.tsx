import { formatDate } from '../../../domain/format/date.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { History } from '../../app/layouts/History.tsx';
import { type TextKey, useTranslation } from '../../i18n.ts';
import { unitFactLabels } from './fact-labels.ts';
import { unitHistoryQuery } from './queries.ts';

const acts = ['add', 'edit', 'block', 'unblock', 'extend', 'convert', 'delete', 'restore', 'invite', 'trial_over'] as const;
const columns: Record<string, TextKey> = unitFactLabels;

/** Who in this tenant changed the unit or partner, when, and the previous values. */
export function UnitHistory({ id }: { id: string }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const shown = (value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'ui.yes' : 'ui.no');
    if (Array.isArray(value)) return value.join(', ') || '–';
    return value === null || value === undefined || value === '' ? '–' : String(value);
  };
  return (
    <div className="card card-pad">
      <History
        query={unitHistoryQuery(id)}
        none={t('tenants.history.none')}
        entry={(item) => {
          const act = acts.find((each) => item.what === `tenant.${each}`) ?? 'edit';
          const changes = act === 'edit' ? Object.keys(columns).filter((column) => column in item.after) : [];
          const until = typeof item.after.trial_ends_at === 'string' && act === 'extend' ? item.after.trial_ends_at : null;
          const reason = typeof item.after.reason === 'string' ? item.after.reason : '';
          return {
            title: t(`tenants.history.${act}`, { who: item.who ?? t('tenants.history.system') }),
            lines: [
              ...changes.map((column) =>
                t('tenants.history.field', {
                  field: t(columns[column] ?? 'tenants.field.name'),
                  before: shown(item.before[column]),
                  after: shown(item.after[column]),
                }),
              ),
              ...(until ? [t('tenants.trial.ends', { day: formatDate(language, new Date(until), zone) })] : []),
              ...(reason ? [t('tenants.history.reason', { reason })] : []),
            ],
          };
        }}
      />
    </div>
  );
}
