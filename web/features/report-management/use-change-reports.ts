import { useQueryClient } from '@tanstack/react-query';
import type { ManagedRow } from '../../../domain/report-management/contract.ts';
import { maxChanged } from '../../../domain/report-management/limits.ts';
import { call } from '../../app/data/api.ts';
import { toastError } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import { type ListAnswer, managedKeys } from './loader.ts';
import { refreshReports } from './queries.ts';
import { type ChangeAction, inverses, rowAfter, type Undoable, wouldChange } from './views.ts';

type Place = { groupId: string | null; subgroupId: string | null };

async function send(action: ChangeAction, ids: readonly string[], place?: Place): Promise<void> {
  for (let from = 0; from < ids.length; from += maxChanged) {
    await call('POST /api/auth/management/reports/bulk', { action, ids: ids.slice(from, from + maxChanged), ...place });
  }
}

/** Changes several reports at once, shows a toast, and offers undo where possible. */
export function useChangeReports() {
  const client = useQueryClient();
  const { t } = useTranslation();

  const undo = async (action: Undoable, ids: readonly string[]) => {
    try {
      await send(inverses[action], ids);
      toast.success(t(`manage.done.${inverses[action]}`, { count: ids.length }));
    } catch (error) {
      toastError(error);
    }
    refreshReports(client);
  };

  /** Shows, hides, verifies, lists in the catalog, and the reverse. */
  const change = async (action: Undoable, rows: readonly ManagedRow[]): Promise<void> => {
    const ids = rows.filter((row) => wouldChange(action, row)).map((row) => row.id);
    if (ids.length === 0) {
      toast.info(t('manage.nothingChanged'));
      return;
    }
    const changed = new Set(ids);
    client.setQueriesData<ListAnswer>(
      { queryKey: managedKeys.lists },
      (answer) => answer && { ...answer, items: answer.items.map((row) => (changed.has(row.id) ? rowAfter(action, row) : row)) },
    );
    try {
      await send(action, ids);
      toast.success(t(`manage.done.${action}`, { count: ids.length }), {
        action: { label: t('manage.undo'), onClick: () => void undo(action, ids) },
      });
    } catch (error) {
      toastError(error);
    }
    refreshReports(client);
  };

  /** Throws when refused; the calling dialog shows the error. */
  const move = async (rows: readonly ManagedRow[], place: Place, name: string): Promise<void> => {
    await send(
      'move',
      rows.map((row) => row.id),
      place,
    );
    refreshReports(client);
    toast.success(t('manage.done.move', { count: rows.length, name }));
  };

  const remove = async (rows: readonly ManagedRow[]): Promise<void> => {
    await send(
      'delete',
      rows.map((row) => row.id),
    );
    refreshReports(client);
    toast.success(t('manage.done.delete', { count: rows.length }));
  };

  return { change, move, remove };
}
