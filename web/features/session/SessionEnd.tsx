import { lazy, useState } from 'react';
import { refreshOrReact } from '../../app/data/api.ts';
import { useConfig } from '../../app/data/use-config.ts';
import { acting } from '../../app/session/acting.ts';
import { getClock, useSecondsLeft } from '../../app/session/use-countdown.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useTranslation } from '../../i18n.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useAtEnd } from './use-at-end.ts';
import { useSessionEnd } from './use-session-end.ts';
import './session-end.css';

const StayDialog = lazy(() => import('./StayDialog.tsx').then((module) => ({ default: module.StayDialog })));

const hoursWarnSeconds = 5 * 60;

/** This user's access hours end within five minutes: counts down, and then asks the server (BEHAVIOUR 1). */
function HoursEnd({ until }: { until: string }) {
  const { t } = useTranslation();
  const left = useSecondsLeft(until);
  useAtEnd(until, () => void refreshOrReact().catch(() => undefined));
  if (left > hoursWarnSeconds || left === 0) return null;
  return (
    <div className="hours-end">
      <span aria-hidden="true">{t('hoursEnd.text', { time: getClock(left) })}</span>
      <VisuallyHidden>
        <span role="status">{t('hoursEnd.text', { time: getClock(Math.ceil(left / 60) * 60) })}</span>
      </VisuallyHidden>
    </div>
  );
}

/** Warns two minutes before this session ends and offers to stay (BEHAVIOUR 17). */
export function SessionEnd() {
  // A tab in another user's account has that session's own countdown.
  const [own] = useState(() => acting() === null);
  const end = useSessionEnd(own);
  const { access_until: hoursUntil } = useConfig();
  // Stays mounted after the first opening, so that its closing is animated.
  const [asked, setAsked] = useState(false);
  if (end.warned && !asked) setAsked(true);
  return (
    <>
      {hoursUntil && <HoursEnd until={hoursUntil} />}
      {asked && (
        <Part>
          <StayDialog {...end} />
        </Part>
      )}
    </>
  );
}
