import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { subjectName } from '../../ui/access/SubjectPicker.tsx';
import { confirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';
import { getCode } from './get-code.ts';
import { type Grant, refreshAccess } from './queries.ts';

/** Removes grants after confirmation; the toast says what that means for viewers who have the report open. */
export function useRemoveGrants(id: string, onDone: () => void): (grants: readonly Grant[]) => Promise<void> {
  const client = useQueryClient();
  const { t } = useTranslation();
  return async (grants) => {
    const [only] = grants;
    if (!only) return;
    const agreed = await confirm({
      title:
        grants.length === 1
          ? t('access.remove.ask', { name: subjectName(only.subject, t) })
          : t('access.remove.askMany', { count: grants.length }),
      text: t('access.remove.text'),
      yes: t('access.remove'),
      no: t('ui.cancel'),
      danger: true,
    });
    if (!agreed) return;
    try {
      const { removed } = await call('POST /api/auth/reports/{id}/grants/remove', { id, ids: grants.map((grant) => grant.id) });
      toast.success(t('access.removed', { count: removed }));
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError && error.handled)) toast.error(t('access.failed'), { text: errorText(error), ...getCode(error) });
    }
    refreshAccess(client, id);
  };
}
