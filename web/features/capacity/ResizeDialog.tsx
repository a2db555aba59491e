import { Radio } from '@mantine/core';
import { useState } from 'react';
import { formatMoney } from '../../../domain/format/number.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';
import { refreshCapacities } from './queries.ts';
import type { Capacity } from './types.ts';

type Props = { capacity: Capacity; opened: boolean; onClose: () => void };

/** Changes the size by hand, until a shift or a task names another. */
export function ResizeDialog({ capacity, opened, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('capacity.resize.title', { name: capacity.name })}
      text={t(capacity.state === 'running' ? 'capacity.resize.text' : 'capacity.resize.textPaused')}
    >
      <Resize capacity={capacity} onClose={onClose} />
    </Dialog>
  );
}

function Resize({ capacity, onClose }: Omit<Props, 'opened'>) {
  const { t, language } = useTranslation();
  const [size, setSize] = useState(capacity.size ?? '');
  const { save, busy, problem, refuse } = useSave({ refresh: refreshCapacities });
  const { prices = {}, currency = 'BRL' } = capacity.rules ?? {};
  const getPrice = (one: string) => {
    const cents = prices[one];
    return cents === undefined ? undefined : t('capacity.perHour', { money: formatMoney(language, cents, currency) });
  };
  const resize = async () => {
    if (size === '' || size === capacity.size) return refuse(t('capacity.resize.same'));
    const isDone = await save(() => call('POST /api/auth/resources/{id}/resize', { id: capacity.id, size }));
    if (!isDone) return;
    toast.success(t('capacity.resize.done', { size }));
    onClose();
  };
  return (
    <>
      <Radio.Group aria-label={t('capacity.resize.sizes')} value={size} onChange={setSize} className="capacity-dialog">
        <div className="capacity-sizes">
          {capacity.sizes.map((one) => (
            <Radio key={one} value={one} label={one} description={one === capacity.size ? t('capacity.resize.now') : getPrice(one)} />
          ))}
        </div>
      </Radio.Group>
      {problem && (
        <div className="capacity-below">
          <Notice tone="err">{problem.text}</Notice>
        </div>
      )}
      <div className="dialog-actions">
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <Button kind="primary" loading={busy} onClick={() => void resize()}>
          {t('capacity.action.resize')}
        </Button>
      </div>
    </>
  );
}
