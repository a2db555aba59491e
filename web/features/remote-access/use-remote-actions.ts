import { useQueryClient } from '@tanstack/react-query';
import { type CallInput, call } from '../../app/data/api.ts';
import { toastError } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import { refreshRemote } from './queries.ts';

type Decision = Omit<CallInput<'POST /api/auth/remote/requests/{id}/{action}'>, 'id' | 'action'>;

/** Approves, refuses and ends; if another user was faster, says so and refetches. */
export function useDecide() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return async (id: string, action: 'allow' | 'refuse' | 'end', more: Decision = {}): Promise<boolean> => {
    try {
      await call('POST /api/auth/remote/requests/{id}/{action}', { id, action, ...more });
      toast.success(t(`remote.done.${action}`));
      return true;
    } catch (failure) {
      toastError(failure);
      return false;
    } finally {
      refreshRemote(client);
    }
  };
}
