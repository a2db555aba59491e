import { can } from '../access/permissions.ts';

type Who = Parameters<typeof can>[0];

/** What `/playlists` shows: the displays, the slideshows to edit, or the cards of a user who can only watch. */
export function getPlaylistsSide(who: Who, tab: string | undefined): 'devices' | 'list' | 'cards' {
  if (tab === 'devices' && can(who, 'playlists.devices')) return 'devices';
  return can(who, 'playlists.edit') ? 'list' : 'cards';
}
