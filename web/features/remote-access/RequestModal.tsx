import { NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { longest, visitMinutes } from '../../../domain/remote-access/limits.ts';
import { useTranslation } from '../../app/i18n.ts';
import { clockOf, useSecondsLeft } from '../../app/use-countdown.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconCheck, IconX } from '../../ui/icons.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import type { Live } from './queries.ts';
import { useDecide } from './use-remote-actions.ts';

type Props = { request: Live['asks'][number]; onLater: () => void };

/** The lengths a person may choose from: what was asked, and less. */
export const lengthsUpTo = (most: number): number[] =>
  [...new Set([visitMinutes.least, 10, 15, 30, 45, 60, 90, most])].filter((minutes) => minutes <= most).sort((a, b) => a - b);

/** Somebody wants to come in: who, why, how far and how long; the person gives less, all of it, or nothing. */
export function RequestModal({ request, onLater }: Props) {
  const { t } = useTranslation();
  const decide = useDecide();
  const left = useSecondsLeft(request.answerBy);
  const [reach, setReach] = useState(request.reach);
  const [minutes, setMinutes] = useState(request.minutes);
  const [refusing, setRefusing] = useState(false);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState<'allow' | 'refuse' | null>(null);
  const answer = async (action: 'allow' | 'refuse') => {
    setBusy(action);
    await decide(request.id, action, action === 'allow' ? { reach, minutes } : { reason });
    setBusy(null);
  };
  return (
    <Dialog
      opened
      top
      onClose={onLater}
      title={t('remote.ask.title', { person: request.asker.name })}
      text={t('remote.ask.left', { left: clockOf(left) })}
    >
      <dl className="remote-facts">
        <dt>{t('remote.reason')}</dt>
        <dd>{request.reason}</dd>
        {request.ticket && (
          <>
            <dt>{t('remote.ticket')}</dt>
            <dd>{request.ticket}</dd>
          </>
        )}
      </dl>
      {refusing ? (
        <Textarea
          data-autofocus
          autosize
          minRows={2}
          label={t('remote.refusal')}
          value={reason}
          maxLength={longest.refusal}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      ) : (
        <div className="remote-choice">
          <div>
            <p className="remote-label">{t('remote.reach')}</p>
            {request.reach === 'act' ? (
              <Segmented
                label={t('remote.reach')}
                value={reach}
                onChange={setReach}
                segments={[
                  { value: 'view', label: t('remote.reach.view') },
                  { value: 'act', label: t('remote.reach.act') },
                ]}
              />
            ) : (
              <p>{t('remote.reach.view')}</p>
            )}
          </div>
          <NativeSelect
            label={t('remote.length')}
            value={String(minutes)}
            onChange={(event) => setMinutes(Number(event.currentTarget.value))}
            data={lengthsUpTo(request.minutes).map((value) => ({ value: String(value), label: t('remote.minutes', { count: value }) }))}
          />
        </div>
      )}
      <p className="small muted">{t('remote.ask.closed')}</p>
      <div className="dialog-actions">
        {refusing ? (
          <>
            <Button onClick={() => setRefusing(false)}>{t('remote.back')}</Button>
            <Button kind="danger" icon={IconX} loading={busy === 'refuse'} onClick={() => void answer('refuse')}>
              {t('remote.refuse')}
            </Button>
          </>
        ) : (
          <>
            <Button icon={IconX} onClick={() => setRefusing(true)}>
              {t('remote.refuse')}
            </Button>
            <Button kind="primary" icon={IconCheck} loading={busy === 'allow'} onClick={() => void answer('allow')}>
              {t('remote.allow')}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}
