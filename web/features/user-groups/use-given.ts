import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useSave } from '../../app/data/use-save.ts';
import { toastError } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { confirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';
import { type Given, refreshUserGroups } from './queries.ts';

type Wanted = { reports?: string[]; places?: string[] };

/** Gives the group access to reports and removes it. Showing more than an author intended needs a second confirmation. */
export function useGiven(id: string, name: string) {
  const client = useQueryClient();
  const { t } = useTranslation();
  const { save, busy } = useSave({ refusal: 'toast', refresh: (changed) => void refreshUserGroups(changed) });
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());

  const send = async (wanted: Wanted) => {
    try {
      return await call('POST /api/auth/user-groups/{id}/reports', { id, ...wanted });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 'grant_confirmation_required') throw error;
      const agreed = await confirm({
        title: t('userGroups.release.ask', { name }),
        text: t('userGroups.release.text'),
        yes: t('userGroups.release.yes'),
        danger: true,
      });
      return agreed ? call('POST /api/auth/user-groups/{id}/reports', { id, ...wanted, confirmed: true }) : null;
    }
  };
  /** True when access was given. */
  const give = async (wanted: Wanted): Promise<boolean> => {
    let given = false;
    await save(async () => {
      const answer = await send(wanted);
      if (!answer) return;
      given = true;
      if (answer.added > 0) toast.success(t('userGroups.reports.added', { count: answer.added }));
      else toast.info(t('userGroups.reports.nothingNew'));
    });
    return given;
  };
  // A grant with an RLS identity or an expiry cannot be restored by undo, so removing it asks for confirmation.
  const take = async (row: Given) => {
    const plain = row.identity.as !== 'fixed' && row.filters === 0 && row.validUntil === null;
    const agreed =
      plain ||
      (await confirm({ title: t('userGroups.reports.take', { title: row.title }), text: t('userGroups.reports.takeText'), danger: true }));
    if (!agreed) return;
    setLeaving((before) => new Set([...before, row.id]));
    try {
      await call('POST /api/auth/user-groups/{id}/reports/remove', { id, ids: [row.id] });
      toast.success(t('userGroups.reports.removed', { title: row.title }), {
        ...(plain ? { action: { label: t('userGroups.undo'), onClick: () => void give({ reports: [row.reportId] }) } } : {}),
      });
    } catch (error) {
      toastError(error);
    }
    refreshUserGroups(client);
    setLeaving((before) => new Set([...before].filter((each) => each !== row.id)));
  };
  return { give, take, busy, leaving };
}
