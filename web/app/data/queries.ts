import { queryOptions } from '@tanstack/react-query';
import { session } from '../session/session.ts';
import { store } from '../session/storage.ts';
import { signInPage } from '../start/boot.ts';
import { isEmbedded } from '../start/embedded.ts';
import { call } from './api.ts';
import { keepZones } from './keep-zones.ts';
import { appOnly } from './small-app.ts';

const minuteMs = 60_000;
// UTC offsets change with daylight saving time.
const dayMs = 24 * 60 * minuteMs;
/** hidden_menu takes effect within this time (BEHAVIOUR 11). */
const configRefreshMs = 5 * minuteMs;

async function loadConfig(signal: AbortSignal) {
  const { config, hidden_menu } = await call('POST /api/auth/config', {}, { signal });
  session.updateUser(config.user);
  // Spec 3: the cached configuration also holds the icon for reports without a cover, from the theme delivered with the page.
  const kept = store.mergeConfig({ ...config, hidden_menu, whitelabel: { iconReport: signInPage?.theme.iconReport ?? null } });
  if (!kept.timezones) keepZones();
  return kept;
}

/** The merged configuration of this session (BEHAVIOUR 16); the browser's cached copy until the server responds. */
export const configQuery = () =>
  queryOptions({
    queryKey: ['config'],
    queryFn: ({ signal }) => loadConfig(signal),
    // Spec 4: embedded pages do not load the config.
    enabled: !isEmbedded,
    initialData: () => store.config() ?? undefined,
    initialDataUpdatedAt: 0,
    staleTime: configRefreshMs,
    refetchInterval: configRefreshMs,
  });

async function loadZones(signal: AbortSignal) {
  const { timezone } = await call('GET /api/timezone/all', {}, { signal });
  store.mergeConfig({ timezones: timezone });
  return timezone;
}

/** Every time zone with its offset; the cached configuration's list (Spec 3) is used until it is refreshed. */
export const zonesQuery = () =>
  queryOptions({
    queryKey: ['timezones'],
    queryFn: ({ signal }) => loadZones(signal),
    initialData: () => store.config()?.timezones,
    initialDataUpdatedAt: 0,
    staleTime: dayMs,
  });

export const menuQuery = queryOptions({
  queryKey: ['reports', 'menu'],
  queryFn: ({ signal }) => call('GET /api/auth/group_reports/get/config/menu/reports', appOnly(), { signal }),
  staleTime: minuteMs,
});

export const dashboardQuery = queryOptions({
  queryKey: ['reports', 'dashboard'],
  queryFn: ({ signal }) => call('GET /api/auth/dashboard', appOnly(), { signal }),
  staleTime: minuteMs / 2,
});
