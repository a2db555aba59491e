import type { PlayItem } from '../../../../domain/playlists/contract.ts';
import { isWithin } from '../../../../domain/playlists/windows.ts';
import { type TextKey, useTranslation } from '../../../i18n.ts';
import type { PlayerState } from './player-state.ts';

/** Every item of the list with its status: playing, out of hours, skipped, or dropped from the lap. */
export function PlayerList({ state }: { state: PlayerState }) {
  const { t } = useTranslation();
  const { answer, current, out } = state;
  if (!answer) return null;
  const now = new Date();
  const getWord = (item: PlayItem): TextKey | null => {
    if (item.skipped) return 'playlists.player.skipped';
    if (out.includes(item.id)) return 'playlists.player.failed';
    if (item.id === current?.id) return 'playlists.player.onShow';
    return isWithin(item.windows, now, answer.zone) ? null : 'playlists.player.later';
  };
  return (
    <section className="player-list" aria-label={t('playlists.player.items')}>
      <ol className="plain-list">
        {answer.items.map((item) => {
          const word = getWord(item);
          return (
            <li key={item.id} data-on={item.id === current?.id || undefined}>
              <span>{item.title || t('playlists.item.unseen')}</span>
              <span className="muted small">{word ? t(word) : t('playlists.seconds', { count: item.seconds })}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
