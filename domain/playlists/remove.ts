import type { Refusal } from '../errors/refusal.ts';
import type { PlaylistFacts, StoredPlaylist } from './compose.ts';

type Stored = Pick<StoredPlaylist, 'version' | 'name' | 'onDisplay'> & { displays: number };
type RemovalPlan = { version: number; displays: number; change: { before: Pick<PlaylistFacts, 'name'> & { displays: number } } };

/** Only administrators remove what plays on a display. All displays of the playlist, also those that have ended, lose it. */
export function decideRemoval(stored: Stored | undefined, isAdministrator: boolean): RemovalPlan | Refusal {
  if (!stored) return { refused: 'not_found' };
  if (stored.onDisplay && !isAdministrator) return { refused: 'playlist_on_display' };
  const { version, name, displays } = stored;
  return { version, displays, change: { before: { name, displays } } };
}
