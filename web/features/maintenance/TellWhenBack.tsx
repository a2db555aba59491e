import { useMutation } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';
import { toastError } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconBell } from '../../ui/icons.ts';
import { toast } from '../../ui/toast.ts';

/** "Tell me when it is back", on the cover of a report in maintenance. */
export function TellWhenBack({ reportId }: { reportId: string }) {
  const { t } = useTranslation();
  const wait = useMutation({
    mutationFn: () => call('POST /api/auth/reports/{id}/maintenance/wait', { id: reportId }),
    onSuccess: () => toast.success(t('maintenance.told'), { text: t('maintenance.toldText') }),
    onError: toastError,
  });
  return (
    <Button
      icon={IconBell}
      kind="primary"
      loading={wait.isPending}
      disabledReason={wait.isSuccess && t('maintenance.toldText')}
      onClick={() => wait.mutate()}
    >
      {t(wait.isSuccess ? 'maintenance.told' : 'maintenance.tell')}
    </Button>
  );
}
