import type { PlaylistRow } from '../../../../domain/playlists/contract.ts';

export const playAddress = (row: Pick<PlaylistRow, 'id'>): string => `/${row.id}/playlist/view`;

/** The duration of one lap: 2:30. */
export const lapTime = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
