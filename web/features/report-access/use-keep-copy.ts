import { useQueryClient } from '@tanstack/react-query';
import { useGo } from '../../app/address/address.ts';
import { call } from '../../app/data/api.ts';
import { useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';

/** Adds a copy saved at the service to the portal, and offers to open it. */
export function useKeepCopy(reportId: string): (serviceReportId: string) => Promise<void> {
  const { t } = useTranslation();
  const client = useQueryClient();
  const go = useGo();
  return async (serviceReportId) => {
    const copy = await call('POST /api/auth/reports/{id}/copies', { id: reportId, serviceReportId });
    void client.invalidateQueries({ queryKey: ['reports', 'list'] });
    void client.invalidateQueries({ queryKey: ['management'] });
    toast.success(t('access.editing.copied'), {
      text: copy.title,
      action: { label: t('access.editing.openCopy'), onClick: () => go(`/${copy.id}/management/view`) },
    });
  };
}
