import { queryOptions } from '@tanstack/react-query';
import { deviceFilters, deviceSorts, playlistSorts } from '../../../domain/playlists/limits.ts';
import { getPlaylistsSide } from '../../../domain/playlists/side.ts';
import { inputOfList, type ListRead, readList } from '../../app/address/list-address.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

export type ListInput = CallInput<'GET /api/auth/playlists'>;
export type DeviceListInput = CallInput<'GET /api/auth/playlist_devices'>;
const pollMs = 90_000;

export const listOptions = { sorts: playlistSorts, filters: ['mine'], memory: 'page_report' } as const;
/** Of users who can only watch. */
export const cardOptions = { sorts: ['name'], filters: [] } as const;
export const deviceOptions = { sorts: deviceSorts, filters: ['state'], memory: 'page_report' } as const;

export const toInput = (list: ListRead<(typeof playlistSorts)[number]>) => ({
  ...inputOfList(list),
  ...(list.values.mine === '1' ? { mine: '1' as const } : {}),
});
export const toCardInput = (list: ListRead<'name'>) => inputOfList(list);
export const toDeviceInput = (list: ListRead<(typeof deviceSorts)[number]>) => ({
  ...inputOfList(list),
  state: deviceFilters.find((each) => each === list.values.state) ?? ('live' as const),
});

export const listQuery = (input: ListInput) =>
  queryOptions({
    queryKey: ['playlists', 'list', input],
    queryFn: ({ signal }) => call('GET /api/auth/playlists', input, { signal }),
  });

/** Displays send a heartbeat twice a minute; the list is polled every 90 seconds, so that an idle tab makes at most two calls a minute. */
export const devicesQuery = (input: DeviceListInput) =>
  queryOptions({
    queryKey: ['playlists', 'devices', input],
    queryFn: ({ signal }) => call('GET /api/auth/playlist_devices', input, { signal }),
    refetchInterval: pollMs,
  });

/** The displays, the slideshows, or the cards of a user who can only watch. */
export const loadPlaylists: PageLoader = ({ client, values, who }) => {
  const side = getPlaylistsSide(who, values.tab);
  if (side === 'devices') return [client.ensureQueryData(devicesQuery(toDeviceInput(readList(values, deviceOptions))))];
  const input = side === 'list' ? toInput(readList(values, listOptions)) : toCardInput(readList(values, cardOptions));
  return [client.ensureQueryData(listQuery(input))];
};
