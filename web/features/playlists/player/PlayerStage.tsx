import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { PlayItem } from '../../../../domain/playlists/contract.ts';
import { watermarkAngle, watermarkText } from '../../../../domain/watermark/watermark.ts';
import { useTranslation } from '../../../i18n.ts';
import { useWatermark } from '../../../ui/use-watermark.ts';
import type { PlayerSource } from './layer.ts';
import { PlayerCard } from './PlayerCard.tsx';
import { PlayerFoot } from './PlayerFoot.tsx';
import { PlayerHead } from './PlayerHead.tsx';
import { usePlayer } from './use-player.ts';
import { useBuildWatch, useControls, useDarkPage, useNow, usePlaylistLanguage, useWakeLock } from './use-surroundings.ts';
import './player.css';

type Props = {
  source: PlayerSource;
  /** Called when a report is shown; the returned function runs when it is replaced or removed. */
  onShown?: (item: PlayItem) => () => void;
  /** Called on Esc; a display has nowhere to go. */
  onLeave?: () => void;
  /** Shown when the display's session has ended. */
  ended?: ReactNode;
};

const minute = 60_000;

/** Full screen of the whole page, by shortcut or button. */
function toggleFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
  else void document.documentElement.requestFullscreen?.().catch(() => undefined);
}

/** The player: two stacked report slots, the current item named above, time and controls below (BEHAVIOUR 6). */
export function PlayerStage({ source, onShown, onLeave, ended }: Props) {
  const { t } = useTranslation();
  const [first, second] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const marked = useRef<HTMLDivElement>(null);
  const { player, state } = usePlayer(source, [first, second]);
  const { answer, current, phase, stayingUntil } = state;
  const controls = useControls();
  const now = useNow(1_000);
  const [listed, setListed] = useState(false);
  useDarkPage();
  useWakeLock();
  useBuildWatch(player);
  usePlaylistLanguage(answer?.playlist?.language);

  const item = answer?.items.find((each) => each.id === current?.id) ?? null;
  const shown = useRef(item);
  shown.current = item;
  const shownId = item?.id;
  // The host is informed of the item that is seen, not of one that is rendered.
  useEffect(() => (shownId && shown.current ? onShown?.(shown.current) : undefined), [shownId, onShown]);

  const watermark = answer?.watermark;
  const at = new Date(Math.floor(now / minute) * minute);
  const text = item?.watermarked && watermark ? watermarkText(watermark.template, watermark.who, at, answer.zone) : null;
  useWatermark(marked, text, { opacity: watermark?.opacity ?? 0, angle: watermarkAngle });

  // Shortcuts apply to the whole page while the player is mounted; a report with focus keeps its keys until it loses focus.
  useEffect(() => {
    if (!player) return;
    const keys: Record<string, () => void> = {
      ' ': () => (player.state().pausedUntil === null ? player.pause() : player.play()),
      ArrowRight: () => player.step(1),
      ArrowLeft: () => player.step(-1),
      f: toggleFullScreen,
      F: toggleFullScreen,
      Escape: () => (listed ? setListed(false) : document.fullscreenElement ? undefined : onLeave?.()),
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const run = keys[event.key];
      // Space on a button presses the button.
      if (!run || (event.key === ' ' && event.target instanceof HTMLButtonElement)) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [player, onLeave, listed]);

  // The page notices a click into a report only by losing focus to the frame.
  useEffect(() => {
    const onBlur = () => document.activeElement instanceof HTMLIFrameElement && player?.touch();
    window.addEventListener('blur', onBlur);
    return () => window.removeEventListener('blur', onBlur);
  }, [player]);
  const staying = stayingUntil !== null;
  // Focus belongs to the document: a report that keeps it would take the player's keys.
  useEffect(() => {
    if (!staying && document.activeElement instanceof HTMLIFrameElement) document.activeElement.blur();
  }, [staying]);

  const playlist = answer?.playlist;
  const showHead = playlist?.showTitle || playlist?.showClock;
  const layer = (place: 0 | 1) => ({
    className: `player-layer player-${playlist?.transition ?? 'fade'}`,
    'data-on': current?.layer === place || undefined,
    inert: current?.layer !== place,
  });
  return (
    <div className="player" data-quiet={!controls.shown || undefined} data-head={showHead || undefined}>
      <h1 className="visually-hidden" id="page-title" tabIndex={-1}>
        {playlist?.name ?? t('playlists.player.title')}
      </h1>
      {showHead && item && playlist && answer && <PlayerHead item={item} playlist={playlist} zone={answer.zone} now={now} />}
      <div className="player-stage" ref={marked}>
        <div {...layer(0)}>
          <div ref={first} className="player-frame" />
        </div>
        <div {...layer(1)}>
          <div ref={second} className="player-frame" />
        </div>
        {/* Catches pointer movement above a report, whose frame would keep it to itself; a press passes the pointer on to the report. */}
        {current && !staying && (
          <button type="button" className="player-veil" aria-label={t('playlists.player.stay')} onClick={() => player?.touch()} />
        )}
        {!current && <PlayerCard state={state} ended={ended} onLeave={onLeave} />}
      </div>
      {player && phase !== 'ended' && (
        <PlayerFoot
          state={state}
          player={player}
          now={now}
          listed={listed}
          onList={() => setListed(!listed)}
          onFull={toggleFullScreen}
          onLeave={onLeave}
        />
      )}
    </div>
  );
}
