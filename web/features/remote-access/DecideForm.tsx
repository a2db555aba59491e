import { NativeSelect, Radio, Textarea } from '@mantine/core';
import { useState } from 'react';
import { longest } from '../../../domain/remote-access/limits.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconCheck, IconX } from '../../ui/icons.ts';
import { lengthInWords, lengthsUpTo } from './lengths.ts';
import type { RemoteStatus } from './queries.ts';
import { useDecide } from './use-remote-actions.ts';

export type Asked = Pick<RemoteStatus['asks'][number], 'id' | 'reach' | 'minutes' | 'gate'>;
type Reach = Asked['reach'];

/** Approves a request fully or partly, or refuses it. The default is view-only, so that a hasty click grants no more than that. */
export function DecideForm({ request, onDone }: { request: Asked; onDone?: () => void }) {
  const { t } = useTranslation();
  const decide = useDecide();
  const [reach, setReach] = useState<Reach>('view');
  const [minutes, setMinutes] = useState(request.minutes);
  const [refusing, setRefusing] = useState(false);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState<'allow' | 'refuse' | null>(null);
  const answer = async (action: 'allow' | 'refuse') => {
    setBusy(action);
    const done = await decide(request.id, action, action === 'allow' ? { reach, minutes } : { reason });
    setBusy(null);
    if (done) onDone?.();
  };
  if (refusing)
    return (
      <>
        <Textarea
          data-autofocus
          autosize
          minRows={2}
          label={t('remote.refusal')}
          value={reason}
          maxLength={longest.refusal}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div className="dialog-actions">
          <Button onClick={() => setRefusing(false)}>{t('remote.back')}</Button>
          <Button kind="danger" icon={IconX} loading={busy === 'refuse'} onClick={() => void answer('refuse')}>
            {t('remote.refuse')}
          </Button>
        </div>
      </>
    );
  return (
    <>
      <div className="remote-choice">
        {request.reach === 'act' ? (
          // The values are those of the radio buttons below.
          <Radio.Group label={t('remote.reach')} value={reach} onChange={(value) => setReach(value as Reach)}>
            <div className="remote-reaches">
              {(['view', 'act'] as const).map((each) => (
                <Radio.Card key={each} value={each} className="remote-reach">
                  <span className="remote-reach-dot" aria-hidden="true" />
                  <span>
                    <span className="remote-reach-name">{t(`remote.reach.${each}`)}</span>
                    <span className="small muted remote-reach-text">{t(`remote.reach.${each}Text`)}</span>
                  </span>
                </Radio.Card>
              ))}
            </div>
          </Radio.Group>
        ) : (
          <div>
            <p className="remote-label">{t('remote.reach')}</p>
            <p>{t('remote.reach.view')}</p>
          </div>
        )}
        <NativeSelect
          label={t('remote.length')}
          value={String(minutes)}
          onChange={(event) => setMinutes(Number(event.currentTarget.value))}
          data={lengthsUpTo(request.minutes).map((value) => ({ value: String(value), label: lengthInWords(t, value) }))}
        />
      </div>
      <p className="small muted remote-closed">{t(request.gate === 'admin' ? 'remote.admin.text' : 'remote.ask.closed')}</p>
      <div className="dialog-actions">
        <Button icon={IconX} onClick={() => setRefusing(true)}>
          {t('remote.refuse')}
        </Button>
        <Button kind="primary" icon={IconCheck} loading={busy === 'allow'} onClick={() => void answer('allow')}>
          {t(`remote.allow.${reach}`)}
        </Button>
      </div>
    </>
  );
}
