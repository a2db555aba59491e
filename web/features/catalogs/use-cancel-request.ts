import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';
import { toastError } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { confirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';
import { refreshCatalogs } from './queries.ts';

/** Withdraws the user's own request, after confirmation. */
export function useCancelRequest() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return async ({ id, title }: { id: string; title: string }): Promise<void> => {
    const agreed = await confirm({ title: t('catalogs.cancelAsk'), text: title, yes: t('catalogs.cancelYes'), no: t('catalogs.back') });
    if (!agreed) return;
    try {
      await call('DELETE /api/auth/catalog-requests/{id}', { id });
      toast.success(t('catalogs.cancelled'));
    } catch (error) {
      toastError(error);
    }
    refreshCatalogs(client);
  };
}
