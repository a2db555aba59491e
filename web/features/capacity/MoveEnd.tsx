import { useState } from 'react';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { MomentField } from '../../ui/MomentField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';
import { refreshCapacities } from './queries.ts';
import type { Capacity } from './types.ts';
import { useWords } from './use-start.ts';

type Props = { capacity: Capacity; until: string; opened: boolean; onClose: () => void };

/** Moves the end of a change by hand, or of a size that was asked for alone. */
export function MoveEnd({ capacity, until: end, opened, onClose }: Props) {
  const { override } = capacity;
  const { t } = useWords(capacity.zone);
  const [until, setUntil] = useState<string | null>(end);
  const { save, busy, problem, refuse } = useSave({ refresh: refreshCapacities });
  const move = async () => {
    if (until === null || Date.parse(until) <= Date.now()) return refuse(t('capacity.override.past'));
    const isMoved = await save(() => call('POST /api/auth/resources/{id}/override', { id: capacity.id, until }));
    if (!isMoved) return;
    toast.success(t('capacity.override.moved'));
    onClose();
  };
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('capacity.override.move')}
      text={override?.state === null ? t('capacity.override.moveSize', { size: override.size ?? '' }) : t('capacity.override.moveText')}
    >
      <div className="capacity-dialog">
        <MomentField label={t('capacity.override.until')} value={until} onChange={setUntil} zone={capacity.zone} from={new Date()} />
        {problem && <Notice tone="err">{problem.text}</Notice>}
      </div>
      <div className="dialog-actions">
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button kind="primary" loading={busy} onClick={() => void move()}>
          {t('ui.save')}
        </Button>
      </div>
    </Dialog>
  );
}
