import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';
import { toastError } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { confirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';
import type { NoticeRow } from './notice-draft.ts';
import { refreshNotices } from './queries.ts';

/** Withdraws or deletes a notice, after confirmation; one that people acknowledged is deleted only under its typed title. */
export function useChangeNotice() {
  const client = useQueryClient();
  const { t } = useTranslation();
  const run = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      toast.success(done);
    } catch (error) {
      toastError(error);
    }
    refreshNotices(client);
  };
  return {
    async withdraw({ id, title }: NoticeRow): Promise<void> {
      const agreed = await confirm({
        title: t('notices.confirm.withdraw'),
        text: t('notices.confirm.withdrawText', { title }),
        yes: t('notices.action.withdraw'),
      });
      if (agreed) await run(() => call('POST /api/auth/notices/{id}/withdraw', { id }), t('notices.done.withdraw'));
    },
    async remove({ id, title, acknowledged }: NoticeRow): Promise<void> {
      const agreed = await confirm({
        title: t('notices.confirm.delete'),
        text: t(acknowledged > 0 ? 'notices.confirm.deleteRead' : 'notices.confirm.deleteText', { title, count: acknowledged }),
        yes: t('notices.action.delete'),
        danger: true,
        ...(acknowledged > 0 ? { typed: title } : {}),
      });
      if (agreed) await run(() => call('DELETE /api/auth/notices/{id}', { id }), t('notices.done.delete'));
    },
  };
}
