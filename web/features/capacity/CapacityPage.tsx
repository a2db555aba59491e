import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { ReadFailure } from '../../app/data/ReadFailure.tsx';
import { Reading } from '../../app/layouts/Reading.tsx';
import { useIsGuest } from '../../app/shell/use-shell.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconArrowsMaximize, IconPlayerPause, IconPlayerPlay } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton, Waiting } from '../../ui/Skeletons.tsx';
import { Ambiguous } from './Ambiguous.tsx';
import { DecisionLog } from './DecisionLog.tsx';
import { MoneyCard } from './MoneyCard.tsx';
import { MoneySkeleton } from './MoneySkeleton.tsx';
import { OverrideRow } from './OverrideRow.tsx';
import { PauseDialog } from './PauseDialog.tsx';
import { capacityQuery } from './queries.ts';
import { ResizeDialog } from './ResizeDialog.tsx';
import { RulesCard } from './RulesCard.tsx';
import { StateCard } from './StateCard.tsx';
import type { Capacity } from './types.ts';
import { useStart } from './use-start.ts';
import { isOn } from './why-text.ts';
import './capacity.css';

const Rules = lazy(() => import('./editing.ts').then((module) => ({ default: module.RulesDrawer })));

/** `/powerbi/resources?id=`: one controlled capacity: why it is on or off, its money, rules and decision log (picture 11). */
export function CapacityPage({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <div className="page capacity-page">
      <Reading
        waiting={(onRetry) => <PageSkeleton onRetry={onRetry} />}
        failure={(failed) => (
          <>
            <PageHeader title={t('capacity.title')} />
            <ReadFailure {...failed} gone={t('capacity.gone')} />
          </>
        )}
      >
        <Shown id={id} />
      </Reading>
    </div>
  );
}

function PageSkeleton({ onRetry }: { onRetry: () => void }) {
  return (
    <Waiting onRetry={onRetry}>
      <div className="stack">
        <Skeleton width="40%" height={30} />
        <div className="capacity-grid">
          <div className="stack">
            <Skeleton height={170} radius={10} />
            <Skeleton height={280} radius={10} />
          </div>
          <Skeleton height={320} radius={10} />
        </div>
      </div>
    </Waiting>
  );
}

/** The kind, size and place of a capacity, as far as they are known. */
function usePlaceText({ kind, size, region, resourceGroup }: Capacity): string {
  const { t } = useTranslation();
  const what = [t(`capacity.kind.${kind}`), size].filter(Boolean).join(' ');
  const where = [region && t('capacity.place.region', { region }), resourceGroup && t('capacity.place.group', { group: resourceGroup })];
  return [what, ...where].filter(Boolean).join(', ');
}

function Shown({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data } = useSuspenseQuery(capacityQuery(id));
  const { rules } = data;
  const isGuest = useIsGuest();
  const [editing, setEditing] = useState(0);
  const [isEditing, setIsEditing] = useState(false);
  useBreadcrumb([{ label: t('capacity.crumb') }, { label: t('capacity.title'), href: '/powerbi/resources' }, { label: data.name }]);
  const mayChange = data.controls === 'S' && !isGuest;
  const edit = () => {
    setEditing((count) => count + 1);
    setIsEditing(true);
  };
  return (
    <>
      <PageHeader title={data.name} text={usePlaceText(data)} actions={mayChange && <Actions capacity={data} />} />
      {data.mismatch && <Ambiguous capacity={data} mismatch={data.mismatch} mayChange={mayChange} />}
      <div className="capacity-grid">
        <div className="capacity-main">
          <StateCard capacity={data}>{mayChange && data.override && <OverrideRow capacity={data} override={data.override} />}</StateCard>
          {rules && (
            <>
              <Reading waiting={(onRetry) => <MoneySkeleton rules={rules} onRetry={onRetry} />}>
                <MoneyCard capacity={data} onEdit={mayChange ? edit : null} />
              </Reading>
              <RulesCard capacity={data} rules={rules} onEdit={mayChange ? edit : null} />
            </>
          )}
        </div>
        <section className="card card-pad capacity-log" aria-labelledby="capacity-log-title">
          <Reading>
            <DecisionLog capacity={data} />
          </Reading>
        </section>
      </div>
      {editing > 0 && rules && (
        <Suspense>
          <Rules key={editing} id={id} opened={isEditing} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </>
  );
}

function Actions({ capacity }: { capacity: Capacity }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'pause' | 'resize' | null>(null);
  const start = useStart(capacity);
  const isMoving = capacity.operation !== null;
  const wait = isMoving && t('capacity.action.moving');
  return (
    <>
      <Button icon={IconArrowsMaximize} onClick={() => setOpen('resize')} disabledReason={wait}>
        {t('capacity.action.resize')}
      </Button>
      {isOn(capacity) ? (
        <Button icon={IconPlayerPause} onClick={() => setOpen('pause')} disabledReason={wait}>
          {t('capacity.action.pause')}
        </Button>
      ) : (
        <Button kind="primary" icon={IconPlayerPlay} onClick={() => void start.run()} loading={start.busy} disabledReason={wait}>
          {t('capacity.action.start')}
        </Button>
      )}
      <PauseDialog capacity={capacity} opened={open === 'pause'} onClose={() => setOpen(null)} />
      <ResizeDialog capacity={capacity} opened={open === 'resize'} onClose={() => setOpen(null)} />
    </>
  );
}
