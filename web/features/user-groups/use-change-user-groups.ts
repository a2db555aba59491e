import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';
import { toastError } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import { refreshUserGroups } from './queries.ts';

type Action = 'delete' | 'restore';
type Group = { id: string; name: string };
const maxAtOnce = 500;
const inverse: Record<Action, Action> = { delete: 'restore', restore: 'delete' };

/** Deletes or restores groups, shows a toast, and offers undo. */
export function useChangeUserGroups() {
  const client = useQueryClient();
  const { t } = useTranslation();
  const send = async (action: Action, ids: readonly string[]) => {
    try {
      for (let from = 0; from < ids.length; from += maxAtOnce)
        await call('POST /api/auth/user-groups/bulk', { action, ids: ids.slice(from, from + maxAtOnce) });
    } finally {
      refreshUserGroups(client);
    }
  };
  const undo = async (action: Action, ids: readonly string[]) => {
    await send(inverse[action], ids);
    toast.success(t(`userGroups.done.${inverse[action]}`, { count: ids.length }));
  };
  /** Applies the action or throws; shows no error. */
  const apply = async (action: Action, rows: readonly Group[]): Promise<void> => {
    const ids = rows.map((row) => row.id);
    if (ids.length === 0) return;
    await send(action, ids);
    toast.success(t(`userGroups.done.${action}`, { count: ids.length }), {
      text: action === 'delete' ? t('userGroups.deletedFor') : undefined,
      action: { label: t('userGroups.undo'), onClick: () => void undo(action, ids).catch(toastError) },
    });
  };
  return { apply, change: (action: Action, rows: readonly Group[]) => apply(action, rows).catch(toastError) };
}
