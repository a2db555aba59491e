import { useQueryClient } from '@tanstack/react-query';
import type { StatusAction } from '../../../domain/users/transitions.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import { toastError } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import { refreshUsers, type UserRow } from './queries.ts';

export type Bulk = CallInput<'POST /api/auth/users/bulk'>;
const inverse: Partial<Record<Bulk['action'], Bulk['action']>> = {
  activate: 'deactivate',
  deactivate: 'activate',
  block: 'unblock',
  unblock: 'block',
  addToGroup: 'removeFromGroup',
  removeFromGroup: 'addToGroup',
  remove: 'restore',
};

/** The actions on users, shared by list, page and dialogs; each shows a toast and offers undo. */
export function useChangeUsers() {
  const { t } = useTranslation();
  const client = useQueryClient();

  /** Throws a refusal, for the calling dialog. */
  const bulk = async (wanted: Bulk) => {
    const { changed, refused, refusedCount } = await call('POST /api/auth/users/bulk', wanted);
    await refreshUsers(client);
    const back = inverse[wanted.action];
    const undo = () =>
      bulk({ ...wanted, ids: wanted.ids, action: back ?? wanted.action, typed: undefined, reason: undefined }).catch(toastError);
    if (changed > 0 || refusedCount === 0)
      toast.success(t(`users.done.${wanted.action}`, { count: changed }), {
        // After a bulk action by filter the previous states are unknown, so undo is offered only for ids.
        ...(back && wanted.ids && changed === wanted.ids.length ? { action: { label: t('users.undo'), onClick: () => void undo() } } : {}),
      });
    if (refusedCount > 0) {
      const names = refused.slice(0, 3).map(({ name, reason }) => t('users.refused.one', { name, why: t(`users.refused.${reason}`) }));
      toast.warning(t('users.refused.title', { count: refusedCount }), { text: names.join(' ') });
    }
  };

  const status = async (action: StatusAction, row: UserRow, reason = '') => {
    const before = row.status;
    await call('PUT /api/auth/users/{id}/status', { id: row.id, action, reason });
    await refreshUsers(client);
    const back = (['A', 'T', 'B', 'D'] as const).find((each) => each === before);
    const backAction = { A: 'activate', T: 'test', B: 'block', D: 'deactivate' } as const;
    // The undo of blocking an active user is unblocking, which makes them active again.
    const undone = back && (action === 'block' && back === 'A' ? 'unblock' : backAction[back]);
    toast.success(t(`users.done.${action}`, { count: 1 }), {
      text: row.name,
      ...(undone
        ? { action: { label: t('users.undo'), onClick: () => void bulk({ action: undone, ids: [row.id] }).catch(toastError) } }
        : {}),
    });
  };

  const invite = async (row: Pick<UserRow, 'id' | 'name' | 'email'>) => {
    try {
      await call('POST /api/auth/users/{id}/invite', { id: row.id });
      await refreshUsers(client);
      toast.success(t('users.done.invite', { count: 1 }), { text: row.email });
    } catch (error) {
      toastError(error);
    }
  };

  const restore = async (row: Pick<UserRow, 'id' | 'name'>) => {
    try {
      await call('POST /api/auth/users/{id}/restore', { id: row.id });
      await refreshUsers(client);
      toast.success(t('users.done.restore', { count: 1 }), { text: row.name });
    } catch (error) {
      toastError(error);
    }
  };

  const remove = async (row: Pick<UserRow, 'id' | 'name'>, typed: string) => {
    await call('POST /api/auth/users/{id}/remove', { id: row.id, typed });
    await refreshUsers(client);
    toast.success(t('users.done.remove', { count: 1 }), {
      text: row.name,
      action: { label: t('users.undo'), onClick: () => void restore(row) },
    });
  };
  return { bulk, status, invite, restore, remove };
}
