import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountRow } from '../../../domain/service/contract.ts';
import { call } from '../../app/api.ts';
import { useTranslation } from '../../i18n.ts';
import { ConfirmDelete, type Loss } from '../../ui/ConfirmDelete.tsx';
import { IconPlugConnectedX, IconReportAnalytics, IconStack2 } from '../../ui/icons.ts';
import { toast } from '../../ui/toast.ts';
import { failureText } from './failure-text.ts';
import { refreshService } from './queries.ts';

type Props = { row: AccountRow; opened: boolean; onDisable: () => void; onClose: () => void };

/** Asks for the typed name (Spec 5), says what hangs on the account and what is in the way, and offers to disable instead. */
export function DeleteAccount({ row, opened, onDisable, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const { reports, workspaces } = row;
  const losses: (Loss | false)[] = [
    reports > 0 && {
      icon: IconReportAnalytics,
      text: t('service.delete.reports', { count: reports }),
      outcome: t('service.delete.inTheWay'),
      lost: true,
    },
    workspaces > 0 && {
      icon: IconStack2,
      text: t('service.delete.workspaces', { count: workspaces }),
      outcome: t('service.delete.leavePortal', { count: workspaces }),
    },
  ];
  const close = () => {
    setProblem(null);
    onClose();
  };
  const remove = async () => {
    setProblem(null);
    try {
      await call('DELETE /api/auth/service-accounts/{id}', { id: row.id });
      refreshService(client);
      toast.success(t('service.account.deleted'), { text: row.name });
      close();
    } catch (error) {
      setProblem(failureText(error, t));
    }
  };
  return (
    <ConfirmDelete
      opened={opened}
      name={row.name}
      text={t('service.delete.text')}
      losses={losses.filter((loss) => loss !== false)}
      milder={row.disabled ? undefined : { icon: IconPlugConnectedX, label: t('service.delete.disableInstead'), onClick: onDisable }}
      problem={problem}
      onConfirm={remove}
      onClose={close}
    />
  );
}
