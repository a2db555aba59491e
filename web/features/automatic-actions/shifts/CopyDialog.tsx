import { Select } from '@mantine/core';
import { useState } from 'react';
import type { ShiftRow } from '../../../../domain/capacity/shifts-contract.ts';
import type { Weekday } from '../../../../domain/format/calendar.ts';
import { call } from '../../../app/data/api.ts';
import { useSave } from '../../../app/data/use-save.ts';
import { useTranslation } from '../../../i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { DayChips } from '../DayChips.tsx';
import { refreshActions } from '../queries.ts';
import { shiftName } from './WeekGrid.tsx';

type Props = { opened: boolean; shifts: readonly ShiftRow[]; onClose: () => void };

/** Lets a shift hold on more days; its own stay chosen. */
export function CopyDialog({ opened, shifts, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} title={t('actions.copy.title')} text={t('actions.copy.text')} onClose={onClose}>
      <Form shifts={shifts} onClose={onClose} />
    </Dialog>
  );
}

function Form({ shifts, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation();
  const [id, setId] = useState<string | null>(shifts[0]?.id ?? null);
  const [added, setAdded] = useState<Weekday[]>([]);
  const { save, busy, problem } = useSave({ refresh: refreshActions });
  const shift = shifts.find((each) => each.id === id);
  const days = [...new Set([...(shift?.days ?? []), ...added])];
  const isSame = days.length === shift?.days.length;
  const copy = async () => {
    if (!shift) return;
    await save(async () => {
      await call('POST /api/auth/shifts/{id}/copy', { id: shift.id, version: shift.version, days });
      toast.success(t('actions.copy.done'), { text: shift.name });
      onClose();
    });
  };
  return (
    <div className="actions-fields actions-dialog">
      {problem && <Notice tone="err">{problem.text}</Notice>}
      {shifts.length > 1 && (
        <Select
          label={t('actions.copy.shift')}
          data={shifts.map((each) => ({ value: each.id, label: shiftName(each) }))}
          value={id}
          onChange={(next) => {
            setId(next);
            setAdded([]);
          }}
          allowDeselect={false}
          comboboxProps={{ zIndex: 320 }}
          withScrollArea={false}
        />
      )}
      <DayChips label={t('actions.copy.days')} days={days} fixed={shift?.days ?? []} onChange={setAdded} />
      <div className="dialog-actions">
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button kind="primary" loading={busy} disabledReason={isSame ? t('actions.copy.choose') : null} onClick={() => void copy()}>
          {t('actions.copy.yes')}
        </Button>
      </div>
    </div>
  );
}
