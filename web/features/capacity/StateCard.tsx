import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import { type Icon, IconAlertTriangle, IconPlayerPause, IconPlayerPlay, IconQuestionMark, IconRefresh } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Ridges } from '../../ui/Ridges.tsx';
import { useTheme } from '../../ui/UiProvider.tsx';
import type { Capacity } from './types.ts';
import { useWords } from './use-start.ts';
import { isOn, nextText, problemText, sizeText, timeText, whyText } from './why-text.ts';

const looks: Record<Capacity['state'], { tone: Tone; icon: Icon }> = {
  running: { tone: 'ok', icon: IconPlayerPlay },
  paused: { tone: 'neutral', icon: IconPlayerPause },
  starting: { tone: 'info', icon: IconRefresh },
  stopping: { tone: 'info', icon: IconRefresh },
  resizing: { tone: 'info', icon: IconRefresh },
  failed: { tone: 'err', icon: IconAlertTriangle },
  unknown: { tone: 'warn', icon: IconQuestionMark },
};

type Props = { capacity: Capacity; children?: ReactNode };

/** Why the capacity is on or off, until when, what comes next and who uses it now. The sun is up while it runs. */
export function StateCard({ capacity, children }: Props) {
  const words = useWords(capacity.zone);
  const { t } = words;
  const { loginBackground, sun } = useTheme();
  const { tone, icon } = looks[capacity.state];
  const since = capacity.since && timeText('since', capacity.since, words);
  const sizeSince = capacity.sizeSince && timeText('since', capacity.sizeSince, words);
  const onSince = sizeSince ? [since, `${capacity.size} ${sizeSince}`] : [capacity.size, since];
  const lines = [
    nextText(capacity, words),
    sizeText(capacity, words),
    capacity.viewers > 0 && t('capacity.viewers', { count: capacity.viewers }),
    capacity.waiters > 0 && t('capacity.waiters', { count: capacity.waiters }),
    isOn(capacity) && !capacity.mismatch && capacity.viewers === 0 && capacity.waiters === 0 && t('capacity.unused'),
    capacity.state === 'starting' &&
      capacity.wakeSeconds !== null &&
      t('capacity.wakeTime', { count: Math.ceil(capacity.wakeSeconds / 60) }),
  ].filter(Boolean);
  const problem = capacity.problem && problemText(capacity.problem, words);
  return (
    <section className="card card-pad capacity-state" aria-labelledby="capacity-why">
      <div className="capacity-sun" aria-hidden="true">
        <Ridges
          seed="wake4"
          base={loginBackground}
          width={128}
          height={128}
          layers={4}
          horizon={0.5}
          sun={sun}
          sunX={0.6}
          sunRise={isOn(capacity) ? 1 : 0}
        />
      </div>
      <div className="capacity-state-words">
        <p className="row row-wrap">
          <Badge tone={tone} icon={icon}>
            {t(`capacity.state.${capacity.state}`)}
          </Badge>
          <span className="muted small">{onSince.filter(Boolean).join(', ')}</span>
          {capacity.ownedByOther === 'S' && (
            <span className="muted small">
              {capacity.owner ? t('capacity.control.unit', { unit: capacity.owner }) : t('capacity.control.other')}
            </span>
          )}
        </p>
        <h2 id="capacity-why" className="capacity-why" tabIndex={-1}>
          {whyText(capacity, words)}
        </h2>
        <p className="muted">{lines.join(' ')}</p>
        {children}
      </div>
      {problem && (
        <div className="capacity-problem">
          <Notice tone="err" title={problem.title}>
            {problem.text}
          </Notice>
        </div>
      )}
    </section>
  );
}
