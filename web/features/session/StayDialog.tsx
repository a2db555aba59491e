import { useState } from 'react';
import { leaveProviderToo } from '../../app/session/leave-provider-too.ts';
import { getClock, useSecondsLeft } from '../../app/session/use-countdown.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { useSessionEnd } from './use-session-end.ts';

/** Asks whether to stay signed in, from the first warning on. */
export function StayDialog({ ends, warned, stay, dismiss }: ReturnType<typeof useSessionEnd>) {
  const { t } = useTranslation();
  const left = useSecondsLeft(warned ? (ends?.endsAt ?? null) : null);
  const [busy, setBusy] = useState(false);
  const last = ends !== null && Date.parse(ends.endsAt) >= Date.parse(ends.lastAt);
  const goOn = async () => {
    setBusy(true);
    const now = await stay();
    setBusy(false);
    if (now) toast.success(t('sessionEnd.stayed'));
  };
  return (
    <Dialog
      opened={warned}
      onClose={() => (last ? dismiss() : void goOn())}
      title={t('sessionEnd.title')}
      text={t(last ? 'sessionEnd.last' : 'sessionEnd.text')}
      top
    >
      <p className="session-end-left num" role="timer">
        {t('sessionEnd.left', { time: getClock(left) })}
      </p>
      <div className="dialog-actions">
        <Button onClick={leaveProviderToo}>{t('sessionEnd.leave')}</Button>
        <Button kind="primary" loading={busy} data-autofocus onClick={() => (last ? dismiss() : void goOn())}>
          {t(last ? 'ui.close' : 'sessionEnd.stay')}
        </Button>
      </div>
    </Dialog>
  );
}
