import { useState } from 'react';
import { useTranslation } from '../../../app/i18n.ts';
import { useShortcut } from '../../../app/shortcuts.ts';
import { drive, updateLayer, useReportState } from '../layer/report-layer-store.ts';

export type Tools = { ready: boolean; filtersOpen: boolean; said: string; toggleFilters: () => void; refresh: () => void };

/** What the viewer can do with the report on show, and the keys for it (UI 7). */
export function useTools(reportId: string, sideFilter: boolean): Tools {
  const { t } = useTranslation();
  const layer = useReportState(reportId);
  const ready = layer?.shown === true && !layer.problem;
  const filtersOpen = layer?.filtersOpen ?? false;
  const [said, setSaid] = useState('');
  const toggleFilters = async () => {
    if (await drive('showFilters', !filtersOpen)) updateLayer({ filtersOpen: !filtersOpen });
  };
  const refresh = async () => {
    setSaid('');
    if (await drive('refresh')) setSaid(t('reports.viewer.refreshed'));
  };
  useShortcut('l', () => void toggleFilters(), { enabled: ready && sideFilter });
  useShortcut('r', () => void refresh(), { enabled: ready });
  return { ready, filtersOpen, said, toggleFilters: () => void toggleFilters(), refresh: () => void refresh() };
}
