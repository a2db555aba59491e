import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';
import { isEmbedded } from './embedded.ts';
import { session } from './session.ts';
import { appOnly } from './small-app.ts';
import { store } from './storage.ts';

const minuteMs = 60_000;
/** hidden_menu takes effect within this time (BEHAVIOUR 11). */
export const configRefreshMs = 5 * minuteMs;

async function loadConfig(signal: AbortSignal) {
  const { config, hidden_menu } = await call('POST /api/auth/config', {}, { signal });
  session.updateUser(config.user);
  return store.mergeConfig({ ...config, hidden_menu });
}

/** The merged configuration of this session (BEHAVIOUR 16), as it stood in this browser until the server has answered. */
export const configQuery = () =>
  queryOptions({
    queryKey: ['config'],
    queryFn: ({ signal }) => loadConfig(signal),
    // Spec 4: embedded pages skip loading the config.
    enabled: !isEmbedded,
    initialData: store.config() ?? undefined,
    initialDataUpdatedAt: 0,
    staleTime: configRefreshMs,
    refetchInterval: configRefreshMs,
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
