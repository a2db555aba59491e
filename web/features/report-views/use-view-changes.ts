import { useQueryClient } from '@tanstack/react-query';
import type { ListedView } from '../../../domain/report-views/contract.ts';
import type { ViewContent } from '../../../domain/report-views/view.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import { type TextKey, translate } from '../../i18n.ts';
import { confirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';
import { refreshViews } from './queries.ts';

type Shared = 'S' | 'N';

/** The actions of a view; each shows its result, and returns true on success. */
export function useViewChanges(reportId: string) {
  const client = useQueryClient();

  const done = async (work: () => Promise<unknown>, said: TextKey, name: string): Promise<boolean> => {
    try {
      await work();
      toast.success(translate(said, { name }));
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!error.handled) toast.error(translate('views.failed'), { text: errorText(error), code: error.requestId });
      return false;
    } finally {
      refreshViews(client);
    }
  };
  const put = (view: ListedView, change: { name?: string; shared?: Shared; content?: ViewContent }) =>
    call('PUT /api/auth/report_views/{id}', { id: view.id, version: view.version, name: view.name, shared: view.shared, ...change });

  return {
    rename: (view: ListedView, name: string) => done(() => put(view, { name }), 'views.renamed', name),
    share: (view: ListedView, shared: Shared) =>
      done(() => put(view, { shared }), shared === 'S' ? 'views.nowShared' : 'views.nowPersonal', view.name),
    renew: (view: ListedView, content: ViewContent) => done(() => put(view, { content }), 'views.renewed', view.name),
    openForMe: (view: ListedView, on: boolean) =>
      done(
        () => call('PUT /api/auth/reports/{id}/views/default', { id: reportId, viewId: on ? view.id : null }),
        on ? 'views.forMeOn' : 'views.forMeOff',
        view.name,
      ),
    openForAll: (view: ListedView, on: boolean) =>
      done(
        () => call('PUT /api/auth/reports/{id}/views/default_for_all', { id: reportId, viewId: on ? view.id : null }),
        on ? 'views.forAllOn' : 'views.forAllOff',
        view.name,
      ),
    remove: async (view: ListedView) => {
      const agreed = await confirm({
        title: translate('views.removeAsk', { name: view.name }),
        text: translate(view.shared === 'S' ? 'views.removeShared' : 'views.removeOwn'),
        yes: translate('views.remove'),
        typed: view.name,
      });
      return agreed && done(() => call('DELETE /api/auth/report_views/{id}', { id: view.id }), 'views.removed', view.name);
    },
  };
}
export type ViewChanges = ReturnType<typeof useViewChanges>;
