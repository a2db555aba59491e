import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';
import { toastError } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { confirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';
import { refreshListViews, type SavedView } from './queries.ts';
import type { ListViewsState } from './use-list-views.ts';

/** The actions of a saved view; only deletion asks for confirmation. */
export function useChangeViews({ list, state, address, forgetAdjusted }: ListViewsState) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const told = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      toastError(error);
    }
    await refreshListViews(client, list);
  };
  const edit = (view: SavedView, change: Partial<Pick<SavedView, 'shared' | 'state'>>) =>
    call('PUT /api/auth/list-views/{id}', { id: view.id, version: view.version, name: view.name, shared: view.shared, ...change });
  return {
    renew: (view: SavedView) =>
      told(async () => {
        await edit(view, { state });
        forgetAdjusted();
        toast.success(t('listViews.renewed', { name: view.name }));
      }),
    share: (view: SavedView, shared: SavedView['shared']) =>
      told(async () => {
        await edit(view, { shared });
        toast.success(t(shared === 'S' ? 'listViews.nowShared' : 'listViews.nowOwn', { name: view.name }));
      }),
    remove: async (view: SavedView) => {
      const agreed = await confirm({
        title: t('ui.delete.title', { name: view.name }),
        text: t(view.shared === 'S' ? 'listViews.removeShared' : 'listViews.removeOwn'),
        yes: t('listViews.remove'),
        typed: view.name,
      });
      if (!agreed) return;
      await told(async () => {
        await call('DELETE /api/auth/list-views/{id}', { id: view.id });
        if (address.values.saved === view.id) address.change({ saved: undefined }, { replace: true });
        const undo = () =>
          told(async () => {
            const { id } = await call('POST /api/auth/list-views', { list, name: view.name, shared: view.shared, state: view.state });
            address.change({ saved: id }, { replace: true });
          });
        toast.success(t('listViews.removed', { name: view.name }), {
          action: { label: t('listViews.undo'), onClick: () => void undo() },
        });
      });
    },
  };
}
