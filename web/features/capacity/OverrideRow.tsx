import { lazy, Suspense, useState } from 'react';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast.ts';
import { refreshCapacities } from './queries.ts';
import type { Capacity } from './types.ts';
import { useWords } from './use-start.ts';

// It brings the calendar, which the page itself needs nowhere.
const MoveEnd = lazy(() => import('./editing.ts').then((module) => ({ default: module.MoveEnd })));

type Override = NonNullable<Capacity['override']>;
type Props = { capacity: Capacity; override: Override };

/** A change by hand, by a task or in Azure can be ended now, or its end moved. */
export function OverrideRow({ capacity, override }: Props) {
  const { t } = useWords(capacity.zone);
  const { save, busy } = useSave({ refusal: 'toast', refresh: refreshCapacities });
  const [moving, setMoving] = useState(0);
  const [opened, setOpened] = useState(false);
  const end = async () => {
    const isEnded = await save(async () => {
      await call('POST /api/auth/resources/{id}/override', { id: capacity.id, until: null });
      toast.success(t('capacity.override.ended'));
    });
    // The button goes away with the change: the keyboard goes on from the new reason.
    if (isEnded) document.getElementById('capacity-why')?.focus({ preventScroll: true });
  };
  const move = () => {
    setMoving((count) => count + 1);
    setOpened(true);
  };
  return (
    <p className="row row-wrap capacity-override">
      <Button size="s" onClick={() => void end()} loading={busy}>
        {t('capacity.override.end')}
      </Button>
      <Button size="s" kind="text" onClick={move}>
        {t('capacity.override.move')}
      </Button>
      {moving > 0 && (
        <Suspense>
          <MoveEnd key={moving} capacity={capacity} until={override.until} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </p>
  );
}
