import { customerFields } from '../../../domain/customers/fields.ts';
import { History } from '../../app/layouts/History.tsx';
import { useTranslation } from '../../i18n.ts';
import { customerHistoryQuery } from './queries.ts';
import { getLabel } from './use-customer-form.ts';

const acts = ['add', 'edit', 'block', 'unblock', 'delete', 'restore'] as const;
const getColumn = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const shown = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : '');

/** Who changed a client, when, and the previous values. */
export function CustomerHistory({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <History
      query={customerHistoryQuery(id)}
      none={t('parties.history.none')}
      entry={(item) => {
        const act = acts.find((each) => item.what === `party.${each}`) ?? 'edit';
        const reason = shown(item.after.reason);
        const lines = customerFields.flatMap((field) => {
          const column = getColumn(field);
          if (act !== 'edit' || !(column in item.after)) return [];
          const [before, after] = [shown(item.before[column]), shown(item.after[column])];
          return [t('parties.history.field', { field: t(getLabel(field)), before: before || '–', after: after || '–' })];
        });
        return {
          title: t(`parties.history.${act}`, { who: item.who ?? t('parties.history.system') }),
          lines: reason ? [...lines, t('parties.history.reason', { reason })] : lines,
        };
      }}
    />
  );
}
