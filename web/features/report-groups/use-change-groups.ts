import { useQueryClient } from '@tanstack/react-query';
import type { GroupRow } from '../../../domain/report-groups/contract.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import { type ChangeAction, getWord, inverses, type Kind, wouldChange } from './kind.ts';
import { groupKeys, type ListAnswer } from './loader.ts';
import { refreshGroups } from './queries.ts';

const maxAtOnce = 500;
const visibilityAfter = { show: 'visible', hide: 'hidden', delete: 'deleted', restore: 'visible' } as const;

async function send(kind: Kind, action: ChangeAction, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += maxAtOnce) {
    await call('POST /api/auth/{kind}/bulk', { kind, action, ids: ids.slice(from, from + maxAtOnce) });
  }
}

/** Shows, hides, deletes or restores rows optimistically, shows a toast, and offers undo. */
export function useChangeGroups(kind: Kind) {
  const client = useQueryClient();
  const { t } = useTranslation();
  const word = getWord(kind);

  const showAtOnce = (action: ChangeAction, ids: ReadonlySet<string>) =>
    client.setQueriesData<ListAnswer>(
      { queryKey: groupKeys.lists(kind) },
      (answer) =>
        answer && {
          ...answer,
          items: answer.items.map((row) => (ids.has(row.id) ? { ...row, visibility: visibilityAfter[action] } : row)),
        },
    );

  const tell = (error: unknown) => {
    if (error instanceof ApiError && error.handled) return;
    toast.error(t('groups.failed'), { text: errorText(error), code: error instanceof ApiError ? error.requestId : undefined });
  };

  const undo = async (action: ChangeAction, ids: readonly string[]) => {
    try {
      await send(kind, inverses[action], ids);
      toast.success(t(`groups.${word}.${inverses[action]}`, { count: ids.length }));
    } catch (error) {
      tell(error);
    }
    refreshGroups(client);
  };

  const outcome = (action: ChangeAction, row: GroupRow | undefined): string | undefined => {
    if (action === 'delete') return t('groups.deletedFor');
    if (!row || action === 'restore') return undefined;
    return t(action === 'hide' ? 'groups.outOfMenu' : 'groups.inMenu', { name: row.name, count: row.people });
  };

  /** Applies the action or throws; shows no error. */
  const apply = async (action: ChangeAction, rows: readonly GroupRow[]): Promise<void> => {
    const ids = rows.filter((row) => wouldChange(action, row)).map((row) => row.id);
    if (ids.length === 0) {
      toast.info(t('groups.nothingChanged'));
      return;
    }
    if (action === 'show' || action === 'hide') showAtOnce(action, new Set(ids));
    try {
      await send(kind, action, ids);
    } finally {
      refreshGroups(client);
    }
    const only = ids.length === 1 ? rows.find((row) => row.id === ids[0]) : undefined;
    toast.success(t(`groups.${word}.${action}`, { count: ids.length }), {
      text: outcome(action, only),
      action: { label: t('groups.undo'), onClick: () => void undo(action, ids) },
    });
  };

  /** Applies the action; a failure becomes a toast. */
  const change = (action: ChangeAction, rows: readonly GroupRow[]): Promise<void> => apply(action, rows).catch(tell);

  return { apply, change };
}
