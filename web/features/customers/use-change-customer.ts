import { useQueryClient } from '@tanstack/react-query';
import type { CustomerRow } from '../../../domain/customers/contract.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import { refreshCustomers } from './queries.ts';

export type CustomerAction = 'block' | 'unblock' | 'delete' | 'restore';
type Target = Pick<CustomerRow, 'id' | 'version' | 'fantasyName'>;

/** Blocks, unblocks, deletes or restores a client, shows a toast, and offers to undo a deletion. */
export function useChangeCustomer() {
  const client = useQueryClient();
  const { t } = useTranslation();
  /** Applies the action or throws; shows no error. */
  const apply = async (action: CustomerAction, party: Target, reason = ''): Promise<void> => {
    try {
      const { version } = await call('POST /api/auth/parties/{id}/status', { id: party.id, version: party.version, action, reason });
      toast.success(t(`parties.done.${action}`, { name: party.fantasyName }), {
        ...(action === 'delete' && {
          text: t('parties.deletedFor'),
          action: { label: t('parties.undo'), onClick: () => void change('restore', { ...party, version }) },
        }),
      });
    } finally {
      refreshCustomers(client);
    }
  };
  /** Applies the action; a failure becomes a toast. */
  const change = (action: CustomerAction, party: Target): Promise<void> =>
    apply(action, party).catch((error: unknown) => {
      if (error instanceof ApiError && error.handled) return;
      toast.error(t('parties.failed'), { text: errorText(error), code: error instanceof ApiError ? error.requestId : undefined });
    });
  return { apply, change };
}
