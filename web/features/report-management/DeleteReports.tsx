import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ManagedReport, ManagedRow } from '../../../domain/report-management/contract.ts';
import { useSave } from '../../app/data/use-save.ts';
import { type Translate, useTranslation } from '../../i18n.ts';
import { ConfirmDelete, type Loss } from '../../ui/ConfirmDelete.tsx';
import { IconChartBar, IconEyeOff, IconPhoto, IconStar, IconUsers } from '../../ui/icons.ts';
import { oneQuery } from './loader.ts';
import { useChangeReports } from './use-change-reports.ts';

type Props = { rows: readonly ManagedRow[]; opened: boolean; onDone: () => void; onClose: () => void };

function listLosses(report: ManagedReport | undefined, t: Translate): Loss[] {
  if (!report) return [];
  const lost = t('manage.delete.lost');
  const losses: (Loss | false)[] = [
    report.favorites > 0 && { icon: IconStar, text: t('manage.delete.favorites', { count: report.favorites }), outcome: lost, lost: true },
    report.grants > 0 && { icon: IconUsers, text: t('manage.delete.grants', { count: report.grants }), outcome: lost, lost: true },
    report.views > 0 && { icon: IconChartBar, text: t('manage.delete.views', { count: report.views }), outcome: lost, lost: true },
    report.cover.file !== null && { icon: IconPhoto, text: t('manage.delete.cover'), outcome: lost, lost: true },
  ];
  return losses.filter((loss) => loss !== false);
}

/** Permanent deletion (Spec 5): requires the typed name, shows what is lost and what stays at the service, and offers hiding instead. */
export function DeleteReports({ rows, opened, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const only = rows.length === 1 ? rows[0] : undefined;
  const [going, setGoing] = useState(false);
  // Not refetched during the deletion, when it would fail.
  // No suspense: the losses are listed when they arrive; the confirmation does not wait for them.
  const { data } = useQuery({ ...oneQuery(only?.id ?? ''), enabled: opened && !going && only !== undefined, staleTime: 0 });
  const { change, remove } = useChangeReports();
  const { save, problem, clear } = useSave();
  const many = t('manage.count', { count: rows.length });
  const visible = rows.filter((row) => !row.hidden);
  const close = () => {
    clear();
    onClose();
  };
  return (
    <ConfirmDelete
      opened={opened}
      name={only?.title ?? many}
      title={only ? undefined : t('manage.delete.many', { what: many })}
      text={t(only?.kind === 'external' ? 'manage.delete.textLink' : 'manage.delete.text')}
      losses={listLosses(only && data, t)}
      milder={
        visible.length > 0
          ? {
              icon: IconEyeOff,
              label: t('manage.delete.hideInstead'),
              onClick: () => {
                close();
                void change('hide', visible).then(onDone);
              },
            }
          : undefined
      }
      problem={problem?.text}
      onConfirm={async () => {
        setGoing(true);
        if (!(await save(() => remove(rows)))) return setGoing(false);
        onDone();
        close();
      }}
      onClose={close}
    />
  );
}
