import type { AccountRow } from '../../../domain/bi-accounts/contract.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { ConfirmDelete, type Loss } from '../../ui/ConfirmDelete.tsx';
import { IconPlugConnectedX, IconReportAnalytics, IconStack2 } from '../../ui/icons.ts';
import { toast } from '../../ui/toast.ts';
import { failureText } from './failure-text.ts';
import { refreshBiAccounts } from './queries.ts';

type Props = { row: AccountRow; opened: boolean; onDisable: () => void; onClose: () => void };

/** Requires the typed name (Spec 5), shows what depends on the account and what blocks deletion, and offers to disable instead. */
export function DeleteAccount({ row, opened, onDisable, onClose }: Props) {
  const { t } = useTranslation();
  const { save, problem, clear } = useSave({ words: (error) => failureText(error, t), refresh: refreshBiAccounts });
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
    clear();
    onClose();
  };
  const remove = () =>
    save(async () => {
      await call('DELETE /api/auth/service-accounts/{id}', { id: row.id });
      toast.success(t('service.account.deleted'), { text: row.name });
      close();
    });
  return (
    <ConfirmDelete
      opened={opened}
      name={row.name}
      text={t('service.delete.text')}
      losses={losses.filter((loss) => loss !== false)}
      milder={row.disabled ? undefined : { icon: IconPlugConnectedX, label: t('service.delete.disableInstead'), onClick: onDisable }}
      problem={problem?.text}
      onConfirm={remove}
      onClose={close}
    />
  );
}
