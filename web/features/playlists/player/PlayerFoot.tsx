import { formatTime } from '../../../../domain/format/date.ts';
import { useTranslation } from '../../../i18n.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import {
  IconArrowsMaximize,
  IconList,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
  IconX,
} from '../../../ui/icons.ts';
import type { Player } from './engine.ts';
import { PlayerList } from './PlayerList.tsx';
import type { PlayerState } from './player-state.ts';

type Props = {
  state: PlayerState;
  player: Player;
  now: number;
  listed: boolean;
  onList: () => void;
  onFull: () => void;
  onLeave?: (() => void) | undefined;
};

/** Progress for each item, the controls, and the next item; all but the progress hides with the pointer. */
export function PlayerFoot({ state, player, now, listed, onList, onFull, onLeave }: Props) {
  const { t, language } = useTranslation();
  const { answer, current, upcoming, pausedUntil, stayingUntil, offlineSince, out, busy } = state;
  const lap = state.lap.filter((id) => answer?.items.some((item) => item.id === id && item.skipped === null));
  const position = current ? lap.indexOf(current.id) : -1;
  const total = current ? current.endsAt - current.since : 1;
  const done = current ? Math.min(1, Math.max(0, (now - current.since) / total)) : 0;
  const left = current ? Math.max(0, Math.ceil((current.endsAt - now) / 1000)) : 0;
  const next = answer?.items.find((item) => item.id === upcoming);
  const zone = answer?.zone ?? 'UTC';
  const words = () => {
    if (pausedUntil !== null) return t('playlists.player.paused', { time: formatTime(language, new Date(pausedUntil), zone) });
    if (stayingUntil !== null) return t('playlists.player.staying', { count: Math.max(0, Math.ceil((stayingUntil - now) / 1000)) });
    if (busy && left === 0 && next) return t('playlists.player.openingOne', { title: next.title });
    return next && next.id !== current?.id ? t('playlists.player.next', { title: next.title, count: left }) : '';
  };
  return (
    <footer className="player-foot">
      {offlineSince !== null && current && (
        <p className="player-notice" role="status">
          {t('playlists.player.offline', { time: formatTime(language, new Date(offlineSince), zone) })}
        </p>
      )}
      {answer?.playlist?.showProgress && lap.length > 0 && (
        <div className="player-progress" aria-hidden="true">
          {lap.map((id, index) => (
            <i key={id} style={{ ['--done' as string]: index < position ? 1 : index === position ? done : 0 }} />
          ))}
        </div>
      )}
      <div className="player-controls">
        <IconButton icon={IconPlayerTrackPrev} label={t('playlists.player.previous')} onClick={() => player.step(-1)} />
        {pausedUntil === null ? (
          <IconButton icon={IconPlayerPause} label={t('playlists.player.pause')} className="player-main" onClick={player.pause} />
        ) : (
          <IconButton icon={IconPlayerPlay} label={t('playlists.player.play')} className="player-main" onClick={player.play} />
        )}
        <IconButton icon={IconPlayerTrackNext} label={t('playlists.player.forward')} onClick={() => player.step(1)} />
        <p className="player-words num">
          {position >= 0 && <strong>{t('playlists.player.position', { at: position + 1, total: lap.length })}</strong>}{' '}
          <span>{words()}</span>
        </p>
        <span className="player-hint muted small">{t('playlists.player.hint')}</span>
        <IconButton
          icon={IconList}
          label={t(out.length > 0 ? 'playlists.player.listOut' : 'playlists.player.list', { count: out.length })}
          aria-expanded={listed}
          dot={out.length > 0}
          onClick={onList}
        />
        <IconButton icon={IconArrowsMaximize} label={t('playlists.player.full')} onClick={onFull} />
        {onLeave && <IconButton icon={IconX} label={t('playlists.player.leave')} onClick={onLeave} />}
      </div>
      {listed && answer && <PlayerList state={state} />}
    </footer>
  );
}
