import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { can } from '../../../domain/access/permissions.ts';
import { mailSorts } from '../../../domain/mail/sorts.ts';
import { areaNames, type SettingsAreaName } from '../../../domain/settings/areas.ts';
import { getDays, inputOfList, type ListRead, readList } from '../../app/address/list-address.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import { mailChoicesQuery } from '../../app/data/news.ts';
import { zonesQuery } from '../../app/data/queries.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

export const settingsKey = ['settings'] as const;

/** The form of all areas; its version decides what may be saved. */
export const formQuery = queryOptions({
  queryKey: [...settingsKey, 'form'],
  queryFn: ({ signal }) => call('GET /api/auth/config/getConfig', {}, { signal }).then((answer) => answer.config),
  staleTime: 10_000,
  refetchOnWindowFocus: false,
});

export const historyQuery = (area: SettingsAreaName) =>
  infiniteQueryOptions({
    queryKey: [...settingsKey, 'history', area],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/auth/config/history', { area, ...(pageParam ? { before: pageParam } : {}) }, { signal }),
    initialPageParam: null as string | null, // because the first page has no cursor
    getNextPageParam: (page) => page.next,
    staleTime: 10_000,
  });

export const reportsQuery = queryOptions({
  queryKey: [...settingsKey, 'reports'],
  queryFn: ({ signal }) => call('GET /api/auth/group_reports/get/reports/all/select', {}, { signal }),
  staleTime: 60_000,
});

export const mailServerQuery = queryOptions({
  queryKey: [...settingsKey, 'mail-server'],
  queryFn: ({ signal }) => call('GET /api/auth/mail/server', {}, { signal }),
  staleTime: 10_000,
  refetchOnWindowFocus: false,
});

export const embedKeysQuery = queryOptions({
  queryKey: [...settingsKey, 'embed-keys'],
  queryFn: ({ signal }) => call('GET /api/auth/embedding/keys', {}, { signal }),
  staleTime: 10_000,
});

export const mailStates = ['queued', 'sent', 'failed'] as const;
export const mailLogOptions = { sorts: mailSorts, filters: ['state', 'from', 'to'] };

export function mailLogInput(list: ListRead<(typeof mailSorts)[number]>) {
  const state = mailStates.find((each) => each === list.values.state);
  return { ...inputOfList(list), ...getDays(list.values), ...(state ? { state } : {}) };
}

export const mailLogQuery = (input: CallInput<'GET /api/auth/mail/log'>) =>
  queryOptions({
    queryKey: [...settingsKey, 'mail-log', input],
    queryFn: ({ signal }) => call('GET /api/auth/mail/log', input, { signal }),
  });

type Values = Readonly<Record<string, string | undefined>>;

function readArea(client: QueryClient, area: SettingsAreaName): Promise<unknown>[] {
  const form = client.ensureQueryData(formQuery);
  if (area === 'general') return [form, client.ensureQueryData(reportsQuery), client.ensureQueryData(zonesQuery())];
  if (area === 'notifications') return [form, client.ensureQueryData(mailChoicesQuery)];
  if (area === 'embedding') return [form, client.ensureQueryData(embedKeysQuery), client.ensureQueryData(reportsQuery)];
  return [form];
}

const readMail = (client: QueryClient, values: Values) =>
  values.tab === 'log'
    ? client.ensureQueryData(mailLogQuery(mailLogInput(readList(values, mailLogOptions))))
    : client.ensureQueryData(mailServerQuery);

/** The area of the address (`?area=`), with its history if that is open; without administration, the preferences alone. */
export const loadSettings: PageLoader = ({ client, values, who }) => {
  if (!can(who, 'settings.read')) return [client.ensureQueryData(mailChoicesQuery)];
  if (values.area === 'mail') return [readMail(client, values)];
  const area = areaNames.find((each) => each === (values.area ?? 'general'));
  if (!area) return [];
  const history = values.history === '1' ? [client.ensureInfiniteQueryData(historyQuery(area))] : [];
  return [...readArea(client, area), ...history];
};
