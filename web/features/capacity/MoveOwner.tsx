import { Radio } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';
import { refreshCapacities } from './queries.ts';
import type { Capacity } from './types.ts';

type Props = { capacity: Capacity; onClose: () => void };

/** The platform moves control to another unit whose accounts reach the capacity. */
export function MoveOwner({ capacity, onClose }: Props) {
  const { t } = useTranslation();
  const [tenantId, setTenantId] = useState('');
  const { save, busy, problem, refuse } = useSave({ refresh: refreshCapacities });
  const { members = [] } = capacity;
  const move = async () => {
    if (tenantId === '') return refuse(t('capacity.move.choose'));
    const { id, version } = capacity;
    if (!(await save(() => call('POST /api/auth/resources/{id}/owner', { id, tenantId, version })))) return;
    toast.success(t('capacity.move.done'));
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t('capacity.move.title')} text={t('capacity.move.text')}>
      <div className="capacity-dialog">
        {members.length === 0 ? (
          <Notice tone="info">{t('capacity.move.none')}</Notice>
        ) : (
          <Radio.Group label={t('capacity.move.units')} value={tenantId} onChange={setTenantId}>
            <div className="capacity-sizes">
              {members.map((member) => (
                <Radio key={member.tenantId} value={member.tenantId} label={member.name} />
              ))}
            </div>
          </Radio.Group>
        )}
        {problem && <Notice tone="err">{problem.text}</Notice>}
      </div>
      <div className="dialog-actions">
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        {members.length > 0 && (
          <Button kind="primary" loading={busy} onClick={() => void move()}>
            {t('capacity.move.submit')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
