import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '../../../domain/format/number.ts';
import { mayDo, type WindowTarget, type WindowView, windowSorts, windowViews } from '../../../domain/maintenance/window.ts';
import { changedSearch, stringifySearch, usePathname } from '../../app/address/address.ts';
import { useListAddress } from '../../app/address/list-address.ts';
import { listFailure } from '../../app/data/list-failure.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconClockPause, IconClockPlay, IconClockStop, IconPencil, IconX } from '../../ui/icons.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { RowAction } from '../../ui/table/types.ts';
import { ListViews, useListViews } from '../list-views/index.ts';
import { windowColumns } from './columns.tsx';
import { WindowDrawer } from './index.ts';
import { type ListInput, type WindowRow, windowsQuery } from './queries.ts';
import { useChangeWindow } from './use-change-window.ts';
import type { Named } from './use-window-form.ts';

type Props = {
  /** Limits the list to windows that cover this report, and makes new ones target it. */
  report?: Named;
};

/** The maintenance windows in all states; view, search, order and open drawer (`window`) are in the address. */
export function WindowList({ report }: Props) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const path = usePathname();
  const list = useListAddress({ sorts: windowSorts, filters: ['view'], memory: 'page_report' });
  const view: WindowView = windowViews.find((known) => known === list.values.view) ?? 'current';
  const input: ListInput = {
    view,
    page: list.page,
    size: list.size,
    ...(list.search ? { search: list.search } : {}),
    ...(list.order ? { sort: list.order } : {}),
    ...(report ? { report: report.id } : {}),
  };
  const { data, error, isPlaceholderData, refetch } = useQuery(windowsQuery(input));
  const saved = useListViews({ list: 'maintenance', address: list, hidden: ['behaviour', 'addedBy'] });
  const change = useChangeWindow();
  const opened = list.values.window;
  const [shown, setShown] = useState<{ id: string | null; opening: number } | null>(null);
  if (opened && (!shown || shown.id !== (opened === 'new' ? null : opened)))
    setShown({ id: opened === 'new' ? null : opened, opening: (shown?.opening ?? 0) + 1 });

  const hrefWith = (params: Parameters<typeof changedSearch>[1]) => `${path}${changedSearch(stringifySearch(list.values), params)}`;
  const open = (row: WindowRow) => list.change({ window: row.id });
  const create = () => {
    setShown((before) => ({ id: null, opening: (before?.opening ?? 0) + 1 }));
    list.change({ window: 'new' });
  };
  const actionsOf = (row: WindowRow): RowAction[] => [
    ...(mayDo(row.state, 'edit') ? [{ id: 'edit', label: t('maintenance.action.edit'), icon: IconPencil, onClick: () => open(row) }] : []),
    ...(mayDo(row.state, 'extend')
      ? [{ id: 'extend', label: t('maintenance.action.extend'), icon: IconClockPause, onClick: () => open(row) }]
      : []),
    ...(mayDo(row.state, 'start')
      ? [{ id: 'start', label: t('maintenance.action.start'), icon: IconClockPlay, onClick: () => void change('start', row) }]
      : []),
    ...(mayDo(row.state, 'end')
      ? [{ id: 'end', label: t('maintenance.action.end'), icon: IconClockStop, onClick: () => void change('end', row) }]
      : []),
    ...(mayDo(row.state, 'cancel')
      ? [{ id: 'cancel', label: t('maintenance.action.cancel'), icon: IconX, onClick: () => void change('cancel', row) }]
      : []),
  ];
  const newButton = (
    <Button kind="primary" onClick={create}>
      {t('maintenance.new')}
    </Button>
  );
  const emptyText = { current: 'maintenance.empty', past: 'maintenance.emptyPast', cancelled: 'maintenance.emptyCancelled' } as const;
  const about: { target: WindowTarget; items: readonly Named[] } | undefined = report && { target: 'report', items: [report] };
  return (
    <>
      <ListViews saved={saved} label={t('maintenance.views')}>
        {windowViews.map((each) => (
          <Chip
            key={each}
            href={hrefWith({ view: each === 'current' ? undefined : each, page: undefined, saved: undefined })}
            on={each === view && !saved.current}
            count={data && formatNumber(language, data.counts[each])}
          >
            {t(`maintenance.view.${each}`)}
          </Chip>
        ))}
      </ListViews>
      <DataTable
        caption={t('maintenance.title')}
        columns={windowColumns({ t, language, zone, editHref: (row) => hrefWith({ window: row.id }) })}
        rows={data?.items}
        rowId={(row) => row.id}
        rowName={(row) => row.title}
        fetching={isPlaceholderData}
        failure={listFailure({ error, data, refetch })}
        sort={list.sort}
        onSort={list.onSort}
        paging={list.paging(data)}
        search={{ value: list.search, label: t('maintenance.search'), onChange: list.onSearch }}
        filters={[]}
        onClearFilters={list.clear}
        tools={newButton}
        columnChoice={saved.choice}
        onColumnChoice={saved.choose}
        rowActions={actionsOf}
        onOpen={open}
        onCreate={create}
        empty={
          list.search ? (
            <FilteredEmpty filters={list.search} onClear={list.clear} />
          ) : (
            <EmptyState text={t(emptyText[view])} action={view === 'current' ? newButton : undefined} />
          )
        }
      />
      {shown && (
        <Part>
          <WindowDrawer
            key={shown.opening}
            opened={opened !== undefined}
            id={shown.id}
            about={about}
            onClose={() => list.change({ window: undefined })}
          />
        </Part>
      )}
    </>
  );
}
