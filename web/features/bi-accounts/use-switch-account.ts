import { useQueryClient } from '@tanstack/react-query';
import type { AccountRow } from '../../../domain/bi-accounts/contract.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import { failureText } from './failure-text.ts';
import { refreshBiAccounts } from './queries.ts';

/** Enables or disables an account, with undo in the toast. */
export function useSwitchAccount() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const change = async (row: AccountRow, disabled: boolean, isUndo = false): Promise<void> => {
    try {
      await call('PUT /api/auth/service-accounts/{id}/disabled', { id: row.id, disabled });
      refreshBiAccounts(client);
      toast.success(t(disabled ? 'service.account.disabled' : 'service.account.enabled', { name: row.name }), {
        text: disabled && row.reports > 0 ? t('service.account.disabledText', { count: row.reports }) : undefined,
        action: isUndo ? undefined : { label: t('service.undo'), onClick: () => void change(row, !disabled, true) },
      });
    } catch (error) {
      if (!(error instanceof ApiError && error.handled)) toast.error(t('service.failed'), { text: failureText(error, t) });
    }
  };
  return change;
}
