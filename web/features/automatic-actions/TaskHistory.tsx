import type { TaskField } from '../../../domain/automatic-actions/fields.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { History } from '../../app/layouts/History.tsx';
import { type TextKey, useTranslation } from '../../i18n.ts';
import { taskHistoryQuery } from './queries.ts';

const acts = ['add', 'edit', 'pause', 'resume', 'takeover', 'extend', 'run', 'duplicate', 'suspend', 'end', 'cancel_run'] as const;
/** What a record of a task shows of its change; ids say nothing to readers. */
const labels = {
  name: 'actions.field.name',
  startsAt: 'actions.field.startsAt',
  endsAt: 'actions.field.endsAt',
  targetKind: null,
  targetId: null,
  wakeOutside: null,
  options: null,
  triggers: null,
} as const satisfies Record<TaskField | 'triggers', TextKey | null>;
// Because it is one of them.
const labelOf = (field: string) => (Object.hasOwn(labels, field) ? labels[field as keyof typeof labels] : null);

/** Who changed a task, when, and the previous values. */
export function TaskHistory({ id }: { id: string }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  return (
    <History
      query={taskHistoryQuery(id)}
      none={t('actions.history.none')}
      entry={({ what, who, before, after }) => {
        const act = acts.find((each) => what === `task.${each}`) ?? 'edit';
        const text = (field: string, value: unknown) => {
          if (typeof value !== 'string' || !value) return '–';
          return field === 'name' ? value : formatDateTime(language, new Date(value), zone);
        };
        const lines = Object.keys(after).flatMap((field) => {
          const label = act === 'edit' && labelOf(field);
          if (!label) return [];
          return [t('actions.history.field', { field: t(label), before: text(field, before[field]), after: text(field, after[field]) })];
        });
        return { title: t(`actions.history.${act}`, { who: who ?? t('actions.history.portal') }), lines };
      }}
    />
  );
}
