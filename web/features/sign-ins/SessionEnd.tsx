import { useState } from 'react';
import { acting } from '../../app/acting.ts';
import { refreshOrReact } from '../../app/api.ts';
import { useTranslation } from '../../app/i18n.ts';
import { leaveProviderToo } from '../../app/leave-provider-too.ts';
import { useConfig } from '../../app/use-config.ts';
import { clockOf, useSecondsLeft } from '../../app/use-countdown.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useAtEnd } from './use-at-end.ts';
import { useSessionEnd } from './use-session-end.ts';
import './sign-ins.css';

const hoursWarnSeconds = 5 * 60;

/** The access hours of this person end within five minutes: it is counted down, and then the server decides (BEHAVIOUR 1). */
function HoursEnd({ until }: { until: string }) {
  const { t } = useTranslation();
  const left = useSecondsLeft(until);
  useAtEnd(until, () => void refreshOrReact().catch(() => undefined));
  if (left > hoursWarnSeconds || left === 0) return null;
  return (
    <div className="hours-end">
      <span aria-hidden="true">{t('hoursEnd.text', { time: clockOf(left) })}</span>
      <VisuallyHidden>
        <span role="status">{t('hoursEnd.text', { time: clockOf(Math.ceil(left / 60) * 60) })}</span>
      </VisuallyHidden>
    </div>
  );
}

/** Two minutes before this session ends it is said, and whoever is there may stay (BEHAVIOUR 17). */
export function SessionEnd() {
  const { t } = useTranslation();
  // Who is in somebody's account has the countdown of that.
  const [own] = useState(() => acting() === null);
  const { ends, warned, stay, dismiss } = useSessionEnd(own);
  const { access_until: hoursUntil } = useConfig();
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
    <>
      {hoursUntil && <HoursEnd until={hoursUntil} />}
      <Dialog
        opened={warned}
        onClose={() => (last ? dismiss() : void goOn())}
        title={t('sessionEnd.title')}
        text={t(last ? 'sessionEnd.last' : 'sessionEnd.text')}
        top
      >
        <p className="session-end-left num" role="timer">
          {t('sessionEnd.left', { time: clockOf(left) })}
        </p>
        <div className="dialog-actions">
          <Button onClick={leaveProviderToo}>{t('sessionEnd.leave')}</Button>
          <Button kind="primary" loading={busy} data-autofocus onClick={() => (last ? dismiss() : void goOn())}>
            {t(last ? 'ui.close' : 'sessionEnd.stay')}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
