import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import type { ViewerContext } from '../../app/parts/viewer-parts.ts';
import { translate } from '../../i18n.ts';
import { confirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';
import { refreshComments } from './queries.ts';

export type Draft = { text: string; mentions: string[] };

/** Creates, edits and deletes comments; each returns true on success, and shows the error otherwise. */
export function useWriteComment({ reportId, page, capture }: ViewerContext) {
  const client = useQueryClient();
  const done = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      await refreshComments(client, reportId);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!error.handled) toast.error(translate('comments.failed'), { text: errorText(error), code: error.requestId });
      return false;
    }
  };
  return {
    /** A new thread stores the current page and filters; a reply refers to the thread's. */
    add: (draft: Draft, parentId: string | null) =>
      done(async () => {
        const view = parentId ? {} : { page: page && { name: page.name, title: page.title }, bookmark: await capture() };
        await call('POST /api/auth/reports/{id}/comments', { id: reportId, ...draft, parentId, ...view });
      }),
    edit: (id: string, draft: Draft) => done(() => call('PUT /api/auth/comments/{id}', { id, ...draft })),
    remove: async (id: string) => {
      const agreed = await confirm({
        title: translate('comments.removeAsk'),
        text: translate('comments.removeText'),
        yes: translate('comments.remove'),
        no: translate('comments.cancel'),
        danger: true,
      });
      if (agreed && (await done(() => call('DELETE /api/auth/comments/{id}', { id })))) toast.success(translate('comments.removed'));
    },
  };
}
