import type { TaskRow, taskMoves } from '../../../domain/automatic-actions/contract.ts';
import { formatDate } from '../../../domain/format/date.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import { confirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';
import { refreshActions } from './queries.ts';

type Move = (typeof taskMoves)[number];

/** What a row's menu does with a task; the list is read again in any case. */
export function useChangeTask() {
  const { t, language } = useTranslation();
  const zone = useZone();
  const { save } = useSave({ refusal: 'toast', refresh: refreshActions });
  const move = (action: Move, { id, name }: TaskRow) =>
    save(async () => {
      const { endsAt } = await call('POST /api/auth/tasks/{id}/{action}', { id, action });
      const text = action === 'extend' ? t('actions.done.until', { name, day: formatDate(language, new Date(endsAt), zone) }) : name;
      toast.success(t(`actions.done.${action}`), { text });
    });
  /** Runs a task now, once that is confirmed: its effect is the real one. */
  const run = async ({ id, name }: TaskRow, runsHref: () => void): Promise<void> => {
    const agreed = await confirm({
      title: t('actions.run.title', { name }),
      text: t('actions.run.text'),
      yes: t('actions.menu.run'),
      no: t('ui.cancel'),
    });
    if (!agreed) return;
    await save(async () => {
      await call('POST /api/auth/tasks/{id}/run', { id });
      toast.success(t('actions.done.run'), { text: name, action: { label: t('actions.runs'), onClick: runsHref } });
    });
  };
  const duplicate = ({ id, name }: TaskRow, open: (copy: string) => void) =>
    save(async () => {
      const copy = await call('POST /api/auth/tasks/{id}/duplicate', { id });
      toast.success(t('actions.done.duplicate'), { text: name });
      open(copy.id);
    });
  const remove = async ({ id, name }: TaskRow): Promise<void> => {
    const agreed = await confirm({
      title: t('ui.delete.title', { name }),
      text: t('actions.delete.text'),
      yes: t('ui.delete.submit'),
      no: t('ui.cancel'),
      danger: true,
      typed: name,
    });
    if (!agreed) return;
    await save(async () => {
      await call('DELETE /api/auth/tasks/{id}', { id, name });
      toast.success(t('actions.done.delete'), { text: name });
    });
  };
  return { move, run, duplicate, remove };
}
