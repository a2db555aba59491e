import { Radio } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';
import { refreshCapacities } from './queries.ts';
import type { Capacity } from './types.ts';

type Props = { capacity: Capacity; mismatch: NonNullable<Capacity['mismatch']>; mayChange: boolean };

/**
 * Where Azure and the report service can't be matched without doubt: what is wrong, what that means and what to do. The owner chooses which
 * one it is, where there is one to choose.
 */
export function Ambiguous({ capacity, mismatch, mayChange }: Props) {
  const { t } = useTranslation();
  return (
    <div className="capacity-top">
      <Notice tone="warn" title={t(`capacity.mismatch.${mismatch}`)}>
        <p>{t('capacity.mismatch.effect')}</p>
        {mayChange && capacity.ambiguous.length > 0 ? <Choice capacity={capacity} /> : <p>{t(`capacity.mismatch.${doing(mismatch)}`)}</p>}
      </Notice>
    </div>
  );
}

const doing = (mismatch: Props['mismatch']) => (mismatch === 'unlisted' ? 'unlistedDo' : 'elsewhereDo');

function Choice({ capacity }: { capacity: Capacity }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState('');
  const { save, busy, problem, refuse } = useSave({ refresh: refreshCapacities });
  const send = async () => {
    if (chosen === '') return refuse(t('capacity.ambiguous.choose'));
    const { id, version, rules } = capacity;
    // A change names the base size always, because it has no default.
    const fields = { id, version, baseSize: rules?.baseSize ?? '', serviceCapacityId: chosen };
    if (await save(() => call('PUT /api/auth/resources/{id}', fields))) toast.success(t('capacity.ambiguous.done'));
  };
  return (
    <>
      <Radio.Group label={t('capacity.ambiguous.text')} value={chosen} onChange={setChosen} error={problem?.text}>
        <div className="capacity-sizes capacity-choices">
          {capacity.ambiguous.map(({ id, name, size }) => (
            <Radio key={id} value={id} label={`${name}, ${size}`} description={id} />
          ))}
        </div>
      </Radio.Group>
      <Button size="s" loading={busy} onClick={() => void send()}>
        {t('capacity.ambiguous.save')}
      </Button>
    </>
  );
}
