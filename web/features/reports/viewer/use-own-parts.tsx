import { useEffect, useState } from 'react';
import type { ReportCard, ReportView } from '../../../../domain/reports/contract.ts';
import type { ViewerPart } from '../../../app/parts/viewer-parts.ts';
import { useTranslation } from '../../../i18n.ts';
import {
  IconBell,
  IconBellRinging,
  IconDeviceMobileRotated,
  IconFilter,
  IconMaximize,
  IconMinimize,
  IconPrinter,
  IconRefresh,
} from '../../../ui/icons.ts';
import { askFrame, drive, updateLayer, useReportState } from '../layer/report-layer-store.ts';
import { FilterSheet } from './FilterSheet.tsx';
import { useFreshNotice } from './use-fresh-notice.ts';

type Known = {
  report: ReportCard | undefined;
  facts: ReportView | undefined;
  phone: boolean;
  full: boolean;
  onFull: () => void;
  onTurn: () => void;
};
export type OwnParts = { filters: ViewerPart; refresh: ViewerPart; last: ViewerPart[]; ready: boolean; said: string };

const settleMs = 700;

/** The number of active filters and slicers on the current page; read from the frame once changes settle. */
function useInForce(ready: boolean, touches: number): number {
  const [count, setCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a touch triggers the effect and is not a value.
  useEffect(() => {
    if (!ready) return setCount(0);
    let gone = false;
    const timer = setTimeout(async () => {
      const filters = await askFrame('choices');
      if (!gone) setCount((filters ?? []).filter(({ chosen }) => chosen.length > 0).length);
    }, settleMs);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [ready, touches]);
  return count;
}

/** The viewer's own actions on the open report (UI 5 and 7). */
export function useOwnParts(id: string, { report, facts, phone, full, onFull, onTurn }: Known): OwnParts {
  const { t } = useTranslation();
  const layer = useReportState(id);
  const ready = layer?.shown === true && !layer.problem;
  const filtersOpen = layer?.filtersOpen ?? false;
  const [sheet, setSheet] = useState(false);
  const [said, setSaid] = useState('');
  const fresh = useFreshNotice(id);
  const inForce = useInForce(ready && facts?.options.sideFilter === true, layer?.touches ?? 0);

  const toggleFilters = async () => {
    if (await drive('showFilters', !filtersOpen)) updateLayer({ filtersOpen: !filtersOpen });
  };
  const refresh = async () => {
    setSaid('');
    if (await drive('refresh')) setSaid(t('reports.viewer.refreshed'));
  };
  // The service's print leaves out the watermark, so a marked report is printed from this page.
  const print = () => (facts?.watermark ? window.print() : void drive('print'));

  const filters: ViewerPart = {
    action:
      ready && facts?.options.sideFilter
        ? {
            id: 'filters',
            icon: IconFilter,
            label: t('reports.viewer.filters'),
            foot: t('reports.viewer.filters'),
            at: 'named',
            key: 'l',
            pressed: phone ? undefined : filtersOpen,
            count: inForce,
            run: phone ? () => setSheet(true) : () => void toggleFilters(),
          }
        : null,
    dialog: phone && <FilterSheet opened={sheet} onClose={() => setSheet(false)} kept={facts?.options.saveFilter === 'S'} />,
  };
  const refreshing: ViewerPart = {
    action: ready
      ? { id: 'refresh', icon: IconRefresh, label: t('reports.viewer.refresh'), at: 'icon', key: 'r', run: () => void refresh() }
      : null,
  };
  const screen: ViewerPart = {
    action: ready
      ? {
          id: 'full',
          icon: full ? IconMinimize : IconMaximize,
          label: t(full ? 'reports.viewer.leaveFull' : 'reports.viewer.full'),
          at: 'icon',
          key: 'f',
          run: onFull,
        }
      : null,
  };
  const turning: ViewerPart = {
    action:
      ready && phone && facts?.options.orientation !== 'portrait'
        ? { id: 'turn', icon: IconDeviceMobileRotated, label: t('views.turn'), foot: t('views.turn'), at: 'menu', run: onTurn }
        : null,
  };
  const printing: ViewerPart = {
    action: ready ? { id: 'print', icon: IconPrinter, label: t('views.print'), at: 'menu', run: print } : null,
  };
  const telling: ViewerPart = {
    action:
      report?.kind === 'powerbi' && facts?.options.showLastUpdate
        ? {
            id: 'fresh',
            icon: fresh.waits ? IconBellRinging : IconBell,
            label: t('views.fresh.tell'),
            at: 'menu',
            pressed: fresh.waits,
            run: fresh.toggle,
          }
        : null,
  };
  return { filters, refresh: refreshing, last: [turning, screen, printing, telling], ready, said };
}
