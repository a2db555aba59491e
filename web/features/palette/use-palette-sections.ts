import { useMantineColorScheme } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { reportAddress } from '../../app/address/report-address.ts';
import { call } from '../../app/data/api.ts';
import { dashboardQuery } from '../../app/data/queries.ts';
import { appOnly } from '../../app/data/small-app.ts';
import { leaveProviderToo } from '../../app/session/leave-provider-too.ts';
import { useWho } from '../../app/session/session.ts';
import { shortcutSheet } from '../../app/shell/overlays.ts';
import { useShellMenu } from '../../app/shell/use-shell.ts';
import { useTranslation } from '../../i18n.ts';
import { useDark } from '../../ui/use-dark.ts';
import { paletteSections, shortestQuery } from './palette-items.ts';
import { useFoundSettings } from './use-found-settings.ts';

const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['reports', 'search', q],
    queryFn: ({ signal }) => call('GET /api/auth/search', { q, ...appOnly() }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    enabled: q.length >= shortestQuery,
  });

/** Everything the palette lists for a query, from the server and from local data. */
export function usePaletteSections(query: string) {
  const { t } = useTranslation();
  const who = useWho();
  const { menu, bothSides } = useShellMenu();
  const dark = useDark();
  const { setColorScheme } = useMantineColorScheme();
  const wanted = query.trim();
  // No suspense: local matches are listed while the server searches.
  const search = useQuery(searchQuery(wanted));
  // No suspense: recent reports are listed when they are there.
  const { data: home, isLoading: isHomeLoading } = useQuery(dashboardQuery);
  const profile = who?.profile ?? 'user';
  const isAsked = wanted.length >= shortestQuery;
  const { settings, isLoading: areSettingsLoading } = useFoundSettings(isAsked ? wanted : '');

  const sections = useMemo(
    () =>
      paletteSections({
        query,
        found: wanted.length >= shortestQuery ? search.data : undefined,
        recents: home?.recents ?? [],
        screens: (['view', 'manage'] as const).flatMap((mode) =>
          menu[mode].flatMap(({ entries }) =>
            entries.map(({ href, name }) => ({
              href,
              title: t(`shell.entry.${name}`),
              detail: bothSides && mode === 'manage' ? t('shell.mode.manage') : '',
            })),
          ),
        ),
        settings,
        actions: [
          dark
            ? { id: 'light', title: t('palette.action.light'), run: () => setColorScheme('light') }
            : { id: 'dark', title: t('palette.action.dark'), run: () => setColorScheme('dark') },
          { id: 'shortcuts', title: t('palette.action.shortcuts'), run: shortcutSheet.open },
          { id: 'leave', title: t('palette.action.leave'), run: leaveProviderToo },
        ],
        getAddress: (report) => reportAddress(report, profile),
        words: {
          group: t('palette.group'),
          getSubgroup: (group) => t('palette.subgroupOf', { group }),
          external: t('palette.external'),
          onCatalog: t('palette.onCatalog'),
        },
      }),
    [query, wanted, search.data, home, menu, bothSides, settings, dark, profile, setColorScheme, t],
  );
  // Recent reports stand first where the server isn't asked.
  const searching = search.isFetching || areSettingsLoading || (!isAsked && isHomeLoading);
  return { sections, searching, failed: search.isError };
}
