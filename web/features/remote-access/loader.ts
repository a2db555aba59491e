import { queryOptions } from '@tanstack/react-query';
import type { Via } from '../../../domain/access/acting.ts';
import { can } from '../../../domain/access/permissions.ts';
import { inputOfList, type ListRead, readList } from '../../app/address/list-address.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';
import type { Who } from '../../app/session/session.ts';

export type RemoteInput = CallInput<'GET /api/auth/remote/requests'>;
export type RemoteLists = { whose: 'unit' | 'mine' | 'asked'; view: 'open' | 'past' | 'all' };
export type RemoteTab = 'requests' | 'history' | 'entered' | 'asked' | 'consent' | 'partner';

const openMs = 2_000;
// With the one-minute poll of every tab and the refresh of its configuration, an idle tab stays at two calls a minute.
const idleMs = 90_000;
const staleMs = 2_000;

export const remoteKey = ['remote'] as const;
export const kinds: readonly Via[] = ['remote', 'view', 'partner'];
const sorts = ['asked'] as const;
export const listOptions = { sorts, filters: ['kind'] };

/** Administrators' accounts cannot be visited, so they have no visitors to list and no permission to give. */
export function getTabs(who: Who | null): readonly RemoteTab[] {
  const decides = who !== null && can(who, 'remote.decide');
  const asks = who !== null && can(who, 'remote.ask');
  return ['requests', decides ? 'history' : 'entered', ...(asks ? (['asked'] as const) : []), decides ? 'partner' : 'consent'];
}
export const getTab = (who: Who | null, wanted: string | undefined): RemoteTab => getTabs(who).find((tab) => tab === wanted) ?? 'requests';

/** The requests and visits that a tab lists; null for a tab without a list. */
export function getList(tab: RemoteTab, who: Who | null): RemoteLists | null {
  if (tab === 'requests') return { whose: getTabs(who).includes('history') ? 'unit' : 'mine', view: 'open' };
  if (tab === 'history') return { whose: 'unit', view: 'past' };
  if (tab === 'entered') return { whose: 'mine', view: 'past' };
  return tab === 'asked' ? { whose: 'asked', view: 'all' } : null;
}

export function toInput(lists: RemoteLists, list: ListRead<'asked'>): RemoteInput {
  const kind = kinds.find((known) => known === list.values.kind);
  return { ...lists, ...inputOfList(list), ...(kind ? { kind } : {}) };
}

export const remoteListQuery = (input: RemoteInput, { isBeat = false } = {}) =>
  queryOptions({
    queryKey: [...remoteKey, 'list', input],
    queryFn: ({ signal }) => call('GET /api/auth/remote/requests', input, { signal }),
    staleTime: staleMs,
    // Pending requests and running visits are polled while there are any; with `isBeat` the query also checks now and then whether there
    // are.
    refetchInterval: ({ state }) => {
      if (input.view !== 'open') return false;
      if (state.data && state.data.counts.open > 0 && !state.error) return openMs;
      return isBeat && idleMs;
    },
  });

export const consentQuery = queryOptions({
  queryKey: [...remoteKey, 'consent'],
  queryFn: ({ signal }) => call('GET /api/auth/remote/consent', {}, { signal }),
  staleTime: staleMs,
});

/** The list of the tab, or the user's consent. */
export const loadRemoteAccess: PageLoader = ({ client, values, who }) => {
  const tab = getTab(who, values.tab);
  if (tab === 'consent') return [client.ensureQueryData(consentQuery)];
  const lists = getList(tab, who);
  return lists ? [client.ensureQueryData(remoteListQuery(toInput(lists, readList(values, listOptions))))] : [];
};
