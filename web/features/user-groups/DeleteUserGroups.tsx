import { useQuery } from '@tanstack/react-query';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { ConfirmDelete, type Loss } from '../../ui/ConfirmDelete.tsx';
import { IconPresentation, IconReportAnalytics, IconUsers } from '../../ui/icons.ts';
import { oneQuery, type Row } from './queries.ts';
import { useChangeUserGroups } from './use-change-user-groups.ts';

type Props = { rows: readonly Row[]; opened: boolean; onDone: () => void; onClose: () => void };

/** Requires the typed name (Spec 5) and shows who loses what; for several, their number is typed. */
export function DeleteUserGroups({ rows, opened, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const only = rows.length === 1 ? rows[0] : undefined;
  // No suspense: the losses are listed when they arrive; the confirmation does not wait for them.
  const { data } = useQuery({ ...oneQuery(only?.id ?? ''), enabled: opened && only !== undefined });
  const { apply } = useChangeUserGroups();
  const { save, problem, clear } = useSave();
  const many = t('userGroups.count', { count: rows.length });
  const close = () => {
    clear();
    onClose();
  };
  const remove = async () => {
    if (!(await save(() => apply('delete', rows)))) return;
    onDone();
    close();
  };
  const losses: Loss[] = data
    ? [
        { icon: IconUsers, text: t('userGroups.delete.members', { count: data.members }), outcome: t('userGroups.delete.stay') },
        ...(data.losing > 0
          ? [
              {
                icon: IconReportAnalytics,
                text: t('userGroups.delete.losing', { count: data.losing }),
                outcome: t('userGroups.delete.lost'),
                lost: true,
              },
            ]
          : []),
        ...(data.playlists > 0
          ? [
              {
                icon: IconPresentation,
                text: t('userGroups.delete.playlists', { count: data.playlists }),
                outcome: t('userGroups.delete.unshared'),
                lost: true,
              },
            ]
          : []),
      ]
    : [];
  return (
    <ConfirmDelete
      opened={opened}
      name={only?.name ?? many}
      title={only ? undefined : t('userGroups.delete.many', { what: many })}
      text={t('userGroups.delete.text')}
      losses={losses}
      problem={problem?.text}
      onConfirm={remove}
      onClose={close}
    />
  );
}
