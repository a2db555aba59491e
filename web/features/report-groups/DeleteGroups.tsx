import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatList } from '../../../domain/format/number.ts';
import type { GroupRow } from '../../../domain/report-groups/contract.ts';
import { errorText } from '../../app/notices/notify.ts';
import { type Translate, useTranslation } from '../../i18n.ts';
import { ConfirmDelete, type Loss } from '../../ui/ConfirmDelete.tsx';
import { IconEyeOff, IconFolders, IconReportAnalytics, IconStar, IconUsers } from '../../ui/icons.ts';
import { getWord, type Kind } from './kind.ts';
import { oneQuery } from './queries.ts';
import { useChangeGroups } from './use-change-groups.ts';

type Props = {
  kind: Kind;
  rows: readonly GroupRow[];
  opened: boolean;
  /** The rows were deleted, or hidden instead. */
  onDone: () => void;
  onClose: () => void;
};

function listLosses(kind: Kind, row: GroupRow, favorites: number, t: Translate, list: (names: readonly string[]) => string): Loss[] {
  const { reports, subgroups } = row;
  const stay = t(row.groupName ? 'groups.delete.stayIn' : 'groups.delete.stayInAll', { name: row.groupName ?? '', count: reports });
  const losses: (Loss | false)[] = [
    reports > 0 && { icon: IconReportAnalytics, text: t(`groups.${getWord(kind)}.loseReports`, { count: reports }), outcome: stay },
    favorites > 0 && {
      icon: IconStar,
      text: t('groups.delete.favorites', { count: favorites }),
      outcome: t('groups.delete.stay', { count: favorites }),
    },
    subgroups.length > 0 && {
      icon: IconFolders,
      text: t('groups.delete.subgroups', { count: subgroups.length, names: list(subgroups) }),
      outcome: t('groups.delete.leaveMenu', { count: subgroups.length }),
      lost: true,
    },
    row.audience === 'chosen' &&
      reports > 0 && {
        icon: IconUsers,
        text: t('groups.delete.audience', { count: row.people }),
        outcome: t('groups.delete.audienceStays'),
      },
  ];
  return losses.filter((loss) => loss !== false);
}

/** Requires the typed name (Spec 5), shows what is lost and what stays, and offers to hide instead. For several, their number is typed. */
export function DeleteGroups({ kind, rows, opened, onDone, onClose }: Props) {
  const { t, language } = useTranslation();
  const word = getWord(kind);
  const only = rows.length === 1 ? rows[0] : undefined;
  // No suspense: the dialog doesn't wait for the number of favorites.
  const { data } = useQuery({ ...oneQuery(kind, only?.id ?? ''), enabled: opened && only !== undefined });
  const { apply, change } = useChangeGroups(kind);
  const [problem, setProblem] = useState<string | null>(null);
  const many = t(`groups.${word}.count`, { count: rows.length });
  const visible = rows.filter((row) => row.visibility === 'visible');
  const close = () => {
    setProblem(null);
    onClose();
  };
  const remove = async () => {
    setProblem(null);
    try {
      await apply('delete', rows);
      onDone();
      close();
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  return (
    <ConfirmDelete
      opened={opened}
      name={only?.name ?? many}
      title={only ? undefined : t('groups.delete.many', { what: many })}
      text={t(only ? `groups.${word}.deleteText` : 'groups.delete.manyText')}
      losses={only && listLosses(kind, only, data?.favorites ?? 0, t, (names) => formatList(language, names))}
      milder={
        visible.length > 0
          ? {
              icon: IconEyeOff,
              label: t('groups.delete.hideInstead'),
              onClick: () => {
                close();
                void change('hide', visible).then(onDone);
              },
            }
          : undefined
      }
      problem={problem}
      onConfirm={remove}
      onClose={close}
    />
  );
}
