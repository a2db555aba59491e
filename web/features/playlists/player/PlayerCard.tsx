import type { ReactNode } from 'react';
import { formatTime } from '../../../../domain/format/date.ts';
import { formatMoment } from '../../../../domain/format/relative.ts';
import { useTranslation } from '../../../i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { ViewerState } from '../../../ui/ViewerState.tsx';
import type { PlayerState } from './player-state.ts';

type Props = { state: PlayerState; ended: ReactNode; onLeave?: (() => void) | undefined };

/** Shown without a report: there is none, it is loading, or the reason why it cannot be shown. */
export function PlayerCard({ state, ended, onLeave }: Props) {
  const { t, language } = useTranslation();
  const { phase, trouble, answer, offlineSince, upcoming } = state;
  const leave = onLeave && <Button onClick={onLeave}>{t('playlists.player.leave')}</Button>;
  if (phase === 'ended')
    return ended ?? <ViewerState title={t('playlists.player.ended')} cause={t('playlists.player.endedText')} actions={leave} />;
  if (phase === 'empty') {
    const waiting = answer?.items.some((item) => item.skipped === null);
    return (
      <ViewerState
        title={t('playlists.player.none')}
        cause={t(waiting ? 'playlists.player.noneNow' : answer?.items.length ? 'playlists.player.noneForYou' : 'playlists.player.noneText')}
        actions={leave}
      />
    );
  }
  if (offlineSince !== null) {
    const zone = answer?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    return (
      <ViewerState
        title={t('playlists.player.offline', { time: formatTime(language, new Date(offlineSince), zone) })}
        cause={t('playlists.player.offlineText')}
        actions={leave}
      />
    );
  }
  if (trouble && trouble.code !== 'network') {
    const at = trouble.at && formatMoment(language, new Date(trouble.at), new Date(), answer?.zone ?? 'UTC');
    return (
      <ViewerState
        title={t('playlists.player.waiting')}
        cause={t(trouble.code, at ? { at } : {})}
        next={t('playlists.player.again')}
        actions={leave}
      />
    );
  }
  const title = answer?.items.find((item) => item.id === upcoming)?.title;
  return (
    <p className="player-opening muted" role="status">
      {title ? t('playlists.player.openingOne', { title }) : t('playlists.player.opening')}
    </p>
  );
}
