import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import { refreshNotices } from './queries.ts';

/** Dismisses a notice for this user, who finds it in the inbox afterwards. */
export function useDismiss() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { save, busy } = useSave({ refusal: 'toast', refresh: () => refreshNotices(client) });
  const dismiss = (id: string) =>
    save(async () => {
      await call('POST /api/auth/notices/{id}/dismiss', { id });
      toast.success(t('notices.dismissed'));
    });
  return { dismiss, busy };
}
