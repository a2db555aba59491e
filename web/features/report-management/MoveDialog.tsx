import { type FormEvent, useState } from 'react';
import type { ManagedRow } from '../../../domain/report-management/contract.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PlaceFields, type PlaceValue } from './PlaceFields.tsx';
import { usePlaces } from './queries.ts';
import { useChangeReports } from './use-change-reports.ts';

type Props = { rows: readonly ManagedRow[]; opened: boolean; onDone: () => void; onClose: () => void };

/** Moves reports into a group; the group's audience then decides who may see them. */
export function MoveDialog({ rows, opened, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const { move } = useChangeReports();
  const places = usePlaces();
  const [place, setPlace] = useState<PlaceValue>({ groupId: rows[0]?.group?.id ?? null, subgroupId: rows[0]?.subgroup?.id ?? null });
  const { save, busy, problem } = useSave();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const group = places?.groups.find(({ id }) => id === place.groupId)?.name ?? t('manage.field.noGroup');
    if (!(await save(() => move(rows, place, group)))) return;
    onDone();
    onClose();
  };
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('manage.move.title', { count: rows.length, name: rows[0]?.title ?? '' })}
      text={t('manage.move.text')}
    >
      <form className="manage-fields" onSubmit={submit}>
        {problem && <Notice tone="err">{problem.text}</Notice>}
        <PlaceFields {...place} onChange={setPlace} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" loading={busy}>
            {t('manage.move.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
