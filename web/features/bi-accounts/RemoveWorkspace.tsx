import type { WorkspaceRow } from '../../../domain/bi-accounts/workspaces/contract.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { ConfirmDelete } from '../../ui/ConfirmDelete.tsx';
import { IconReportAnalytics } from '../../ui/icons.ts';
import { toast } from '../../ui/toast.ts';
import { failureText } from './failure-text.ts';
import { refreshBiAccounts } from './queries.ts';

/** Removes a workspace from the portal; it stays at the service with all its contents. */
export function RemoveWorkspace({ row, opened, onClose }: { row: WorkspaceRow; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { save, problem, clear } = useSave({ words: (error) => failureText(error, t), refresh: refreshBiAccounts });
  const close = () => {
    clear();
    onClose();
  };
  const remove = () =>
    save(async () => {
      await call('DELETE /api/auth/workspaces/{id}', { id: row.id });
      toast.success(t('service.workspaces.removed'), { text: row.name });
      close();
    });
  return (
    <ConfirmDelete
      opened={opened}
      name={row.name}
      title={t('service.workspaces.removeTitle', { name: row.name })}
      text={t('service.workspaces.removeText')}
      submitLabel={t('service.workspaces.remove')}
      losses={
        row.reports > 0
          ? [
              {
                icon: IconReportAnalytics,
                text: t('service.delete.reports', { count: row.reports }),
                outcome: t('service.delete.inTheWay'),
                lost: true,
              },
            ]
          : []
      }
      problem={problem?.text}
      onConfirm={remove}
      onClose={close}
    />
  );
}
