import { lazy, useState } from 'react';
import type { Via } from '../../../domain/access/acting.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { useListAddress, withoutPage } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { ListTable } from '../../app/layouts/ListTable.tsx';
import { Part } from '../../app/shell/Part.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconClipboardCheck, IconPlayerStop } from '../../ui/icons.ts';
import type { Column, RowAction } from '../../ui/table/types.ts';
import { ListViews, useListViews } from '../list-views/index.ts';
import { kinds, listOptions, type RemoteLists, remoteListQuery, toInput } from './loader.ts';
import type { RemoteRow } from './queries.ts';
import { remoteTones } from './remote-tones.ts';
import { useDecide } from './use-remote-actions.ts';

const RemoteDrawer = lazy(() => import('./RemoteDrawer.tsx').then((module) => ({ default: module.RemoteDrawer })));

/** Requests and past visits; the open one (`id`) and all filters are in the address. */
export function RemoteList({ whose, view }: RemoteLists) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const list = useListAddress(listOptions);
  const input = toInput({ whose, view }, list);
  const { kind } = input;
  const saved = useListViews({ list: `remote-${whose}-${view}`, address: list, hidden: ['reason'] });
  const decide = useDecide();
  const opened = list.values.id;
  const [shown, setShown] = useState<{ id: string; opening: number } | null>(null);
  if (opened && shown?.id !== opened) setShown({ id: opened, opening: (shown?.opening ?? 0) + 1 });
  const open = (row: RemoteRow) => list.change({ id: row.id });
  const getName = (row: RemoteRow) => (whose === 'asked' ? (row.person?.name ?? t('remote.unitItself')) : row.asker.name);

  const moment = (at: string | null) => <span className="num">{at ? formatDateTime(language, new Date(at), zone) : '–'}</span>;
  const columns: Column<RemoteRow>[] = [
    {
      id: 'who',
      header: t(whose === 'asked' ? 'remote.column.person' : 'remote.column.asker'),
      rowHeader: true,
      phone: 'name',
      cell: (row) => (
        <button type="button" className="remote-name" onClick={() => open(row)}>
          {getName(row)}
        </button>
      ),
    },
    ...(whose === 'unit'
      ? [{ id: 'person', header: t('remote.column.person'), cell: (row: RemoteRow) => row.person?.name ?? t('remote.unitItself') }]
      : []),
    { id: 'kind', header: t('remote.column.kind'), cell: (row) => t(`remote.kind.${row.kind}`) },
    { id: 'reach', header: t('remote.reach'), cell: (row) => t(`remote.reach.${row.reach}`) },
    { id: 'reason', header: t('remote.reason'), muted: true, cell: (row) => row.reason || '–' },
    { id: 'ticket', header: t('remote.ticket'), muted: true, cell: (row) => row.ticket ?? '–' },
    { id: 'asked', header: t('remote.column.asked'), sortable: true, phone: 'fact', cell: (row) => moment(row.startedAt ?? row.askedAt) },
    {
      id: 'state',
      header: t('remote.column.state'),
      phone: 'status',
      cell: (row) => <Badge tone={remoteTones[row.state]}>{t(`remote.state.${row.state}`)}</Badge>,
    },
    ...(view === 'open'
      ? []
      : [
          {
            id: 'pages',
            header: t('remote.column.pages'),
            align: 'right' as const,
            cell: (row: RemoteRow) => <span className="num">{row.pages}</span>,
          },
          {
            id: 'changes',
            header: t('remote.column.changes'),
            align: 'right' as const,
            cell: (row: RemoteRow) => <span className="num">{row.changes}</span>,
          },
        ]),
  ];
  const wanted = withoutPage(input);
  const file = useTableFile((part) => call('GET /api/auth/remote/requests/export', { ...wanted, part }), {
    columns,
    choice: saved.choice,
  });
  const actions = (row: RemoteRow): RowAction[] => [
    { id: 'open', label: t(row.mine.decide ? 'remote.decide' : 'remote.details'), icon: IconClipboardCheck, onClick: () => open(row) },
    ...(row.mine.end
      ? [{ id: 'end', label: t('remote.end'), icon: IconPlayerStop, danger: true, onClick: () => void decide(row.id, 'end') }]
      : []),
  ];
  const ofKind = (each: Via | null) => () => list.refine({ kind: each ?? undefined, saved: undefined });
  return (
    <>
      <ListViews saved={saved} label={t('remote.views')}>
        {view !== 'open' &&
          [null, ...kinds].map((each) => (
            <Chip key={each ?? 'all'} on={!saved.current && (kind ?? null) === each} onClick={ofKind(each)}>
              {t(each ? `remote.kind.${each}` : 'remote.kind.all')}
            </Chip>
          ))}
      </ListViews>
      <ListTable
        list={list}
        query={remoteListQuery(input)}
        caption={t(view === 'open' ? 'remote.tab.requests' : 'remote.tab.history')}
        columns={columns}
        rowId={(row) => row.id}
        rowName={getName}
        searchLabel={t('remote.search')}
        file={file}
        saved={saved}
        rowActions={actions}
        onOpen={open}
        empty={
          list.filtered ? (
            <FilteredEmpty filters={[list.search, kind && t(`remote.kind.${kind}`)].filter(Boolean).join(', ')} onClear={list.clear} />
          ) : (
            <EmptyState text={t(`remote.empty.${view === 'open' ? 'open' : whose}`)} />
          )
        }
      />
      {shown && (
        <Part>
          <RemoteDrawer key={shown.opening} id={shown.id} opened={opened !== undefined} onClose={() => list.change({ id: undefined })} />
        </Part>
      )}
    </>
  );
}
