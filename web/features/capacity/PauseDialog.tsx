import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isFree } from '../../../domain/capacity/rules.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useSave } from '../../app/data/use-save.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';
import { beforePauseQuery, refreshCapacities } from './queries.ts';
import type { Capacity } from './types.ts';
import { useOverage } from './use-overage.ts';
import { useWords } from './use-start.ts';
import { timeText } from './why-text.ts';

type Props = { capacity: Capacity; opened: boolean; onClose: () => void };
type When = 'free' | 'finished' | 'anyway';

/** Pauses a capacity by hand, after saying what runs on it and what a pause costs. */
export function PauseDialog({ capacity, opened, onClose }: Props) {
  const { t } = useWords(capacity.zone);
  return (
    <Dialog opened={opened} onClose={onClose} title={t('capacity.pause.title', { name: capacity.name })}>
      <Reading>
        <Pause capacity={capacity} onClose={onClose} />
      </Reading>
    </Dialog>
  );
}

function Pause({ capacity, onClose }: Omit<Props, 'opened'>) {
  const words = useWords(capacity.zone);
  const { t } = words;
  const { data, refetch } = useSuspenseQuery(beforePauseQuery(capacity.id));
  const overage = useOverage(capacity);
  const { refreshes, exports, viewers } = data.running;
  const [isRefused, setIsRefused] = useState(false);
  const { save, busy, problem } = useSave({ refresh: refreshCapacities });
  const isBusy = isRefused || !isFree(data.running);
  const isKnown = (refreshes ?? 0) + exports + viewers > 0;
  const running = [
    (refreshes ?? 0) > 0 && t('capacity.pause.refreshes', { count: refreshes ?? 0 }),
    refreshes === null && t('capacity.pause.refreshesUnknown'),
    exports > 0 && t('capacity.pause.exports', { count: exports }),
    viewers > 0 && t('capacity.viewers', { count: viewers }),
  ].filter((line): line is string => Boolean(line));
  const pause = (when: When) =>
    save(async () => {
      try {
        const { until } = await call('POST /api/auth/resources/{id}/suspend', { id: capacity.id, when });
        const text = t(when === 'finished' ? 'capacity.pause.later' : 'capacity.pause.until', { until: timeText('until', until, words) });
        toast.success(t(when === 'finished' ? 'capacity.pause.planned' : 'capacity.pause.done'), { text });
        onClose();
      } catch (error) {
        // Something began since the facts were read: they are read again, and the choice is offered.
        if (!(error instanceof ApiError) || error.status !== 'capacity_busy') throw error;
        setIsRefused(true);
        await refetch();
      }
    });
  return (
    <>
      <div className="capacity-dialog">
        {isRefused && running.length === 0 && <Notice tone="warn">{t('capacity_busy')}</Notice>}
        {running.length > 0 && (
          <Notice tone="warn" title={isKnown ? t('capacity.pause.running') : undefined} live={false}>
            <ul className="plain-list">
              {running.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Notice>
        )}
        {!isBusy && running.length === 0 && <p>{t('capacity.pause.free')}</p>}
        <ul className="capacity-facts small">
          {data.otherWorkspaces === null && <li>{t('capacity.pause.workspacesUnknown')}</li>}
          {(data.otherWorkspaces ?? 0) > 0 && <li>{t('capacity.pause.workspaces', { count: data.otherWorkspaces ?? 0 })}</li>}
          {(data.refreshes ?? 0) > 0 && <li>{t('capacity.pause.carryOver', { count: data.refreshes ?? 0 })}</li>}
          {data.refreshes !== null && <li>{t('capacity.pause.settles')}</li>}
          {overage?.isOn && <li>{t('capacity.overage.fact', { overage: overage.text })}</li>}
          {data.paidByReservation === 'S' && <li>{t('capacity_reserved')}</li>}
          <li>{t('capacity.pause.effect')}</li>
        </ul>
        {problem && <Notice tone="err">{problem.text}</Notice>}
      </div>
      <div className="dialog-actions">
        {isBusy ? (
          <>
            <Button className="first" onClick={onClose}>
              {t('ui.cancel')}
            </Button>
            <Button kind="danger" loading={busy} onClick={() => void pause('anyway')}>
              {t('capacity.pause.anyway')}
            </Button>
            <Button kind="primary" loading={busy} onClick={() => void pause('finished')}>
              {t('capacity.pause.finished')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('ui.cancel')}</Button>
            <Button kind="primary" loading={busy} onClick={() => void pause('free')}>
              {t('capacity.action.pause')}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
