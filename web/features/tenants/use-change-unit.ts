import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import { refreshTenants } from './queries.ts';

export type UnitAction = 'block' | 'unblock' | 'extend' | 'convert' | 'delete' | 'restore';
export type UnitTarget = { id: string; name: string; version: number };
type More = { reason?: string; trialEndsOn?: string };

/** Changes the state of a unit or partner, shows a toast, and offers to undo a deletion. */
export function useChangeUnit() {
  const client = useQueryClient();
  const { t } = useTranslation();
  /** Applies the action or throws; shows no error. */
  const apply = async (action: UnitAction, unit: UnitTarget, more: More = {}): Promise<void> => {
    try {
      const { version } = await call('POST /api/auth/units/{id}/status', { id: unit.id, version: unit.version, action, ...more });
      toast.success(t(`tenants.done.${action}`, { name: unit.name }), {
        ...(action === 'delete' && {
          text: t('tenants.deletedFor'),
          action: { label: t('tenants.undo'), onClick: () => void change('restore', { ...unit, version }) },
        }),
      });
    } finally {
      refreshTenants(client);
    }
  };
  /** Applies the action; a failure becomes a toast. */
  const change = (action: UnitAction, unit: UnitTarget, more: More = {}): Promise<void> =>
    apply(action, unit, more).catch((error: unknown) => {
      if (error instanceof ApiError && error.handled) return;
      toast.error(t('tenants.failed'), { text: errorText(error), code: error instanceof ApiError ? error.requestId : undefined });
    });
  return { apply, change };
}
