import { formatTime } from '../../../../domain/format/date.ts';
import { formatMoment } from '../../../../domain/format/relative.ts';
import type { PlayAnswer, PlayItem } from '../../../../domain/playlists/contract.ts';
import { useTranslation } from '../../../i18n.ts';
import { Mark } from '../../../ui/Mark.tsx';

type Props = { item: PlayItem; playlist: NonNullable<PlayAnswer['playlist']>; zone: string; now: number };

/** The current item, its group, the age of its data and the time of day: readable from a distance. */
export function PlayerHead({ item, playlist, zone, now }: Props) {
  const { t, language } = useTranslation();
  return (
    <header className="player-head">
      {playlist.showTitle && (
        <>
          <Mark size={34} />
          <div className="player-name">
            <p className="player-title">{item.title}</p>
            {item.place && <p className="muted">{item.place}</p>}
          </div>
        </>
      )}
      {item.dataAt && (
        <span className="player-data muted">
          {t('playlists.player.dataAt', { when: formatMoment(language, new Date(item.dataAt), new Date(now), zone) })}
        </span>
      )}
      {playlist.showClock && <time className="player-clock num">{formatTime(language, new Date(now), zone)}</time>}
    </header>
  );
}
