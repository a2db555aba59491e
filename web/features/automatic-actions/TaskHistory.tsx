import { useZone } from '../../app/data/use-zone.ts';
import { History } from '../../app/layouts/History.tsx';
import { useTranslation } from '../../i18n.ts';
import { changeLines } from './change-words.ts';
import { taskHistoryQuery } from './queries.ts';

const acts = ['add', 'edit', 'pause', 'resume', 'takeover', 'extend', 'run', 'duplicate', 'suspend', 'end', 'cancel_run'] as const;

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
        const lines = act === 'edit' ? changeLines(before, after, { t, language, zone }) : [];
        return { title: t(`actions.history.${act}`, { who: who ?? t('actions.history.portal') }), lines };
      }}
    />
  );
}
