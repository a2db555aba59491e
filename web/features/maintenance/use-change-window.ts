import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';
import { toastError } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { confirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';
import { refreshWindows, type WindowRow } from './queries.ts';

/** Cancels, starts or ends a window, after confirmation. */
export function useChangeWindow() {
  const client = useQueryClient();
  const { t } = useTranslation();
  return async (action: 'cancel' | 'start' | 'end', row: WindowRow): Promise<void> => {
    const agreed = await confirm({
      title: t(`maintenance.confirm.${action}`),
      text: `${row.title}. ${t(`maintenance.confirm.${action}Text`)}`,
      yes: t(`maintenance.action.${action}`),
      no: t('maintenance.confirm.back'),
    });
    if (!agreed) return;
    try {
      await call('POST /api/auth/maintenance/{id}/{action}', { id: row.id, action });
      toast.success(t(`maintenance.done.${action}`));
    } catch (error) {
      toastError(error);
    }
    refreshWindows(client);
  };
}
