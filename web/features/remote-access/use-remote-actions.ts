import { useQueryClient } from '@tanstack/react-query';
import { startActing } from '../../app/acting.ts';
import { type CallInput, call } from '../../app/api.ts';
import { useTranslation } from '../../app/i18n.ts';
import { loadPage, wholeAddress } from '../../app/navigation.ts';
import { toastError } from '../../app/notify.ts';
import { confirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';
import { refreshRemote } from './queries.ts';

type Decision = Omit<CallInput<'POST /api/auth/remote/requests/{id}/{action}'>, 'id' | 'action'>;

/** Allows, refuses and ends; what somebody else did first is told and shown. */
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

/** View as: asks once, then this tab looks with the person's eyes for a quarter of an hour. */
export function useViewAs() {
  const { t } = useTranslation();
  return async (person: { id: string; name: string }): Promise<void> => {
    const agreed = await confirm({
      title: t('remote.look.title', { person: person.name }),
      text: t('remote.look.text', { person: person.name }),
      yes: t('remote.look.yes'),
      no: t('ui.cancel'),
    });
    if (!agreed) return;
    try {
      const answer = await call('POST /api/auth/remote/views', { user: person.id });
      startActing(answer, wholeAddress());
      loadPage('/');
    } catch (failure) {
      toastError(failure);
    }
  };
}
