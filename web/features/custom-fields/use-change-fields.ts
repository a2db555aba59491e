import { useQueryClient } from '@tanstack/react-query';
import type { ManagedField } from '../../../domain/custom-fields/contract.ts';
import type { FieldAction } from '../../../domain/custom-fields/limits.ts';
import { call } from '../../app/data/api.ts';
import { toastError } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import { refreshFields } from './queries.ts';

const inverse: Record<FieldAction, FieldAction> = { enable: 'disable', disable: 'enable', delete: 'restore', restore: 'delete' };

/** Enables, disables, deletes or restores fields, shows a toast, and offers undo. */
export function useChangeFields() {
  const client = useQueryClient();
  const { t } = useTranslation();
  const send = async (action: FieldAction, ids: string[]) => {
    try {
      return (await call('POST /api/auth/custom-fields/bulk', { action, ids })).changed;
    } finally {
      refreshFields(client);
    }
  };
  const undo = (action: FieldAction, ids: string[]) =>
    send(inverse[action], ids)
      .then((count) => void toast.success(t(`customFields.done.${inverse[action]}`, { count })))
      .catch(toastError);
  /** Applies the action or throws; shows no error. */
  const apply = async (action: FieldAction, fields: readonly ManagedField[]): Promise<void> => {
    const ids = fields.map((field) => field.id);
    if (ids.length === 0) return;
    const count = await send(action, ids);
    if (count === 0) {
      toast.info(t('customFields.nothingChanged'));
      return;
    }
    toast.success(t(`customFields.done.${action}`, { count }), {
      ...(action === 'delete' ? { text: t('customFields.done.deleteText') } : {}),
      action: { label: t('customFields.undo'), onClick: () => void undo(action, ids) },
    });
  };
  const change = (action: FieldAction, fields: readonly ManagedField[]): Promise<void> => apply(action, fields).catch(toastError);
  return { apply, change };
}
