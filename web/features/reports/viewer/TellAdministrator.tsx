import { useMutation } from '@tanstack/react-query';
import type { ReportProblem } from '../../../../domain/reports/contract.ts';
import { call } from '../../../app/api.ts';
import { useTranslation } from '../../../app/i18n.ts';
import { toastError } from '../../../app/notify.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconBell } from '../../../ui/icons.ts';

/** The button of a card that leads to the administrators: they hear who stands before which report, and why. */
export function TellAdministrator({ reportId, problem }: { reportId: string; problem: ReportProblem }) {
  const { t } = useTranslation();
  const tell = useMutation({
    mutationFn: () => call('POST /api/auth/reports/{id}/problem', { id: reportId, problem }),
    onError: toastError,
  });
  return (
    <>
      <Button
        kind="primary"
        icon={IconBell}
        loading={tell.isPending}
        disabledReason={tell.isSuccess && t('reports.state.toldText')}
        onClick={() => tell.mutate()}
      >
        {t(tell.isSuccess ? 'reports.state.told' : 'reports.state.tell')}
      </Button>
      <span role="status" className="visually-hidden">
        {tell.isSuccess ? t('reports.state.toldText') : ''}
      </span>
    </>
  );
}
