import { useState } from 'react';
import { formatNumber } from '../../../domain/format/number.ts';
import { mayDo, type WindowTarget, windowViews } from '../../../domain/maintenance/window.ts';
import { changedSearch, stringifySearch, usePathname } from '../../app/address/address.ts';
import { useListAddress, withoutPage } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { ListTable } from '../../app/layouts/ListTable.tsx';
import { Part } from '../../app/shell/Part.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconClockPause, IconClockPlay, IconClockStop, IconPencil, IconX } from '../../ui/icons.ts';
import type { RowAction } from '../../ui/table/types.ts';
import { ListViews, useListViews } from '../list-views/index.ts';
import { windowColumns } from './columns.tsx';
import { WindowDrawer } from './index.ts';
import { listOptions, toInput, windowsQuery } from './loader.ts';
import type { WindowRow } from './queries.ts';
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
  const list = useListAddress(listOptions);
  const input = toInput(list, report?.id);
  const filter = withoutPage(input);
  const { view } = input;
  const saved = useListViews({ list: 'maintenance', address: list, hidden: ['behaviour', 'addedBy'] });
  const change = useChangeWindow();
  const opened = list.values.window;
  const [shown, setShown] = useState<{ id: string | null; opening: number } | null>(null);
  if (opened && (!shown || shown.id !== (opened === 'new' ? null : opened)))
    setShown({ id: opened === 'new' ? null : opened, opening: (shown?.opening ?? 0) + 1 });

  const hrefWith = (params: Parameters<typeof changedSearch>[1]) => `${path}${changedSearch(stringifySearch(list.values), params)}`;
  const columns = windowColumns({ t, language, zone, editHref: (row) => hrefWith({ window: row.id }) });
  const file = useTableFile((part) => call('GET /api/auth/maintenance/export', { ...filter, part }), { columns, choice: saved.choice });
  const open = (row: WindowRow) => list.change({ window: row.id });
  const create = () => {
    setShown((before) => ({ id: null, opening: (before?.opening ?? 0) + 1 }));
    list.change({ window: 'new' });
  };
  const getActions = (row: WindowRow): RowAction[] => [
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
      <ListTable
        list={list}
        query={windowsQuery(input)}
        caption={t('maintenance.title')}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.title}
        searchLabel={t('maintenance.search')}
        file={file}
        saved={saved}
        tools={newButton}
        above={(answer) => (
          <ListViews saved={saved} label={t('maintenance.views')}>
            {windowViews.map((each) => (
              <Chip
                key={each}
                href={hrefWith({ view: each === 'current' ? undefined : each, page: undefined, saved: undefined })}
                on={each === view && !saved.current}
                count={answer && formatNumber(language, answer.counts[each])}
              >
                {t(`maintenance.view.${each}`)}
              </Chip>
            ))}
          </ListViews>
        )}
        rowActions={getActions}
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
