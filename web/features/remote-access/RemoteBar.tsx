import { useEffect, useRef, useState } from 'react';
import { warnMinutes } from '../../../domain/remote-access/limits.ts';
import { getClock, useSecondsLeft } from '../../app/session/use-countdown.ts';
import { useTranslation } from '../../i18n.ts';
import { IconEyeShare } from '../../ui/icons.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import type { RemoteStatus } from './queries.ts';

type Props = { session: RemoteStatus['inside'][number]; mine: boolean; onEnd: () => Promise<void> };

/** The red bar on both sides of a visit: visitor, scope, ticket, time left, and the way out (UI 5). */
export function RemoteBar({ session, mine, onEnd }: Props) {
  const { t } = useTranslation();
  const left = useSecondsLeft(session.endsAt);
  const [ending, setEnding] = useState(false);
  const ended = useRef(false);
  const soon = left <= warnMinutes * 60;
  const by = session.ticket ? t('remote.bar.ticket', { ticket: session.ticket }) : '';
  const words = t(`remote.bar.${mine ? 'mine' : 'theirs'}.${session.reach}`, { asker: session.asker, person: session.person ?? '', by });
  const end = async () => {
    setEnding(true);
    await onEnd();
    setEnding(false);
  };
  // When the time is over, the visitor returns automatically.
  useEffect(() => {
    if (left > 0 || mine || ended.current) return;
    ended.current = true;
    void onEnd();
  }, [left, mine, onEnd]);
  return (
    <section className="remote-bar" aria-label={t('remote.bar.label')}>
      <IconEyeShare size={19} stroke={1.75} aria-hidden="true" />
      <p className="remote-bar-words">
        <strong>{t('remote.bar.label')}:</strong> {words}
      </p>
      <p className={soon ? 'remote-bar-left num soon' : 'remote-bar-left num'}>
        <span className="remote-bar-ends">{t('remote.bar.ends')} </span>
        {getClock(left)}
      </p>
      <button type="button" onClick={() => void end()} disabled={ending}>
        {t('remote.end')}
      </button>
      <VisuallyHidden>
        <span role="status">{soon && left > 0 ? t('remote.bar.soon', { count: warnMinutes }) : ''}</span>
      </VisuallyHidden>
    </section>
  );
}
