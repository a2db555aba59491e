import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { ExportRow, ExportStateName } from '../../../domain/exports/contract.ts';
import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import { downloadFile } from './download-file.ts';
import { ExportsDrawer } from './ExportsDrawer.tsx';
import { exportsQuery } from './queries.ts';
import { underWay } from './under-way.ts';

const isActive = (state: ExportStateName) => state === 'queued' || state === 'running' || state === 'finishing';

/** Shows a toast when a file is ready or has failed, on whatever page is open by then. */
function useNews(items: readonly ExportRow[] | undefined, drawerOpen: boolean, see: () => void): void {
  const { t } = useTranslation();
  const known = useRef(new Map<string, ExportStateName>());
  useEffect(() => {
    for (const row of items ?? []) {
      const before = known.current.get(row.id);
      known.current.set(row.id, row.state);
      if (!before || !isActive(before) || isActive(row.state)) continue;
      const name = `${row.report} (${row.format})`;
      // The open list shows it already.
      if (row.state === 'ready' && !drawerOpen)
        toast.success(t('exports.ready', { name }), {
          action: { label: t('exports.download'), onClick: () => void downloadFile(row.id) },
        });
      if (row.state === 'failed')
        toast.error(t('exports.failed', { name }), {
          ...(row.error && { text: t(`exports.fault.${row.error}`) }),
          ...(!drawerOpen && { action: { label: t('exports.see'), onClick: see } }),
        });
    }
  }, [items, drawerOpen, see, t]);
}

/** Polls this user's exports while some are running, and shows the drawer when the address asks for it. */
export function ExportsHost() {
  const { exports: asked } = useSearchValues();
  const setSearch = useSetSearch();
  const watching = useSyncExternalStore(underWay.subscribe, underWay.is);
  const opened = asked !== undefined;
  // No suspense: polled beside any page, whether the drawer is open or not.
  const newest = useQuery({ ...exportsQuery(null), enabled: opened || watching });
  const active = newest.data?.active;
  useNews(newest.data?.items, opened, () => setSearch({ exports: '1' }));
  // Whether to poll is stored outside of React, where other pages start exports.
  useEffect(() => {
    if (active !== undefined && active > 0 !== underWay.is()) underWay.set(active > 0);
  }, [active]);
  return <ExportsDrawer opened={opened} onClose={() => setSearch({ exports: null }, { replace: true })} />;
}
