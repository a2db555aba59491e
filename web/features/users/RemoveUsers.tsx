import { useQuery } from '@tanstack/react-query';
import { deletionName } from '../../../domain/text/deletion-name.ts';
import { undoDays } from '../../../domain/users/limits.ts';
import { actionsFor } from '../../../domain/users/transitions.ts';
import { useSave } from '../../app/data/use-save.ts';
import { type Translate, useTranslation } from '../../i18n.ts';
import { ConfirmDelete, type Loss } from '../../ui/ConfirmDelete.tsx';
import { IconChartBar, IconMessage, IconPlayerPause, IconPresentation, IconStar, IconUsers } from '../../ui/icons.ts';
import { type DialogProps, namedBy } from './asked.ts';
import { oneQuery } from './loader.ts';
import type { OneUser } from './queries.ts';
import { useChangeUsers } from './use-change-users.ts';

function listLosses(user: OneUser | undefined, t: Translate): Loss[] {
  if (!user) return [];
  const { grants, favorites, views, playlists, comments } = user.counts;
  const back = t('users.remove.back');
  const losses: (Loss | false)[] = [
    grants > 0 && { icon: IconUsers, text: t('users.remove.grants', { count: grants }), outcome: back, lost: true },
    favorites > 0 && { icon: IconStar, text: t('users.remove.favorites', { count: favorites }), outcome: back, lost: true },
    views > 0 && { icon: IconChartBar, text: t('users.remove.views', { count: views }), outcome: back, lost: true },
    playlists > 0 && { icon: IconPresentation, text: t('users.remove.playlists', { count: playlists }), outcome: t('users.remove.stays') },
    comments > 0 && { icon: IconMessage, text: t('users.remove.comments', { count: comments }), outcome: t('users.remove.stays') },
  ];
  return losses.filter((loss) => loss !== false);
}

/** Removes users after their name or number was typed (Spec 5); offers deactivation instead, and removal can be undone for thirty days. */
export function RemoveUsers({ chosen, opened, onClose, onDone }: DialogProps<'remove'>) {
  const { t } = useTranslation();
  const [only] = chosen.count === 1 ? chosen.rows : [];
  // No suspense: the losses are listed when they arrive; the confirmation does not wait for them.
  const { data } = useQuery({ ...oneQuery(only?.id ?? ''), enabled: opened && only !== undefined });
  const { bulk, remove, status } = useChangeUsers();
  const { save, problem, clear } = useSave();
  const many = t('users.count', { count: chosen.count });
  const run = async (work: () => Promise<unknown>) => {
    if (!(await save(work))) return;
    onDone?.();
    onClose();
  };
  const mayStop = only ? actionsFor(only.status, only.isMe).includes('deactivate') : true;
  return (
    <ConfirmDelete
      opened={opened}
      name={only?.name ?? many}
      title={only ? undefined : t('users.ask.remove', { what: many })}
      text={t('users.ask.removeText', { count: undoDays })}
      losses={listLosses(only && data, t)}
      milder={
        mayStop
          ? {
              icon: IconPlayerPause,
              label: t('users.ask.deactivateInstead'),
              onClick: () =>
                void run(() => (only ? status('deactivate', only) : bulk({ action: 'deactivate', ...namedBy(chosen), reason: '' }))),
            }
          : undefined
      }
      problem={problem?.text}
      onConfirm={() =>
        run(() =>
          only
            ? remove(only, deletionName(only.name))
            : bulk({ action: 'remove', ...namedBy(chosen), typed: String(chosen.count), reason: '' }),
        )
      }
      onClose={() => {
        clear();
        onClose();
      }}
    />
  );
}
