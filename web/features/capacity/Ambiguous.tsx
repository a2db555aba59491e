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

/** Where Azure and the report service can't be matched by name without doubt, the owner chooses which one it is. */
export function Ambiguous({ capacity }: { capacity: Capacity }) {
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
    <div className="capacity-top">
      <Notice tone="warn" title={t('capacity.ambiguous.title')}>
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
      </Notice>
    </div>
  );
}
