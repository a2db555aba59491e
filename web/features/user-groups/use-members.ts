import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallInput, call } from '../../app/data/api.ts';
import { toastError } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import { type Member, refreshUserGroups } from './queries.ts';

type Wanted = Omit<CallInput<'POST /api/auth/user-groups/{id}/members'>, 'id'>;

/** Adds users to a group and removes them; the toast offers undo. */
export function useMembers(id: string) {
  const client = useQueryClient();
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  /** Users whose switch is already off while the server is being called. */
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const send = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
      refreshUserGroups(client);
    }
  };
  const takeOut = (ids: string[]) => send(() => call('POST /api/auth/user-groups/{id}/members/remove', { id, ids }));

  /** Returns the addresses that belong to no user here; null when it failed. */
  const add = async (wanted: Wanted): Promise<string[] | null> => {
    try {
      let unknown: string[] = [];
      await send(async () => {
        const answer = await call('POST /api/auth/user-groups/{id}/members', { id, ...wanted });
        unknown = answer.unknown;
        const undo = answer.ids.length > 0 && { label: t('userGroups.undo'), onClick: () => void takeOut(answer.ids).catch(toastError) };
        const text = answer.existing > 0 ? t('userGroups.members.existing', { count: answer.existing }) : undefined;
        if (answer.added > 0)
          toast.success(t('userGroups.members.added', { count: answer.added }), { text, ...(undo ? { action: undo } : {}) });
        else toast.info(t('userGroups.members.nobodyNew'), { text });
      });
      return unknown;
    } catch (error) {
      toastError(error);
      return null;
    }
  };
  const remove = async (member: Member) => {
    setLeaving((before) => new Set([...before, member.id]));
    try {
      await takeOut([member.id]);
      toast.success(t('userGroups.members.removed', { name: member.name }), {
        action: { label: t('userGroups.undo'), onClick: () => void add({ people: [member.id] }) },
      });
    } catch (error) {
      toastError(error);
    }
    setLeaving((before) => new Set([...before].filter((each) => each !== member.id)));
  };
  return { add, remove, busy, leaving };
}
