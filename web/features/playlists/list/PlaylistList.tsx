import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '../../../../domain/format/date.ts';
import { formatNumber } from '../../../../domain/format/number.ts';
import type { PlaylistRow } from '../../../../domain/playlists/contract.ts';
import { maxNameLength } from '../../../../domain/playlists/limits.ts';
import { useGo } from '../../../app/address/address.ts';
import { useListAddress, withoutPage } from '../../../app/address/list-address.ts';
import { call } from '../../../app/data/api.ts';
import { useZone } from '../../../app/data/use-zone.ts';
import { ListTable } from '../../../app/layouts/ListTable.tsx';
import { errorText, toastError } from '../../../app/notices/notify.ts';
import { useTableFile } from '../../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../../i18n.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { ConfirmDelete } from '../../../ui/ConfirmDelete.tsx';
import { EmptyState, FilteredEmpty } from '../../../ui/EmptyState.tsx';
import { IconCopy, IconDeviceTv, IconPencil, IconPlayerPlay, IconTrash } from '../../../ui/icons.ts';
import type { Column, RowAction } from '../../../ui/table/types.ts';
import { toast } from '../../../ui/toast.ts';
import { UiLink } from '../../../ui/UiLink.tsx';
import { ListViews, useListViews } from '../../list-views/index.ts';
import { listOptions, listQuery, toInput } from '../loader.ts';
import { refreshPlaylists } from '../queries.ts';
import { lapTime, playAddress } from './words.ts';

type Props = { mayMake: boolean; mayManage: boolean; onCreate: () => void };

/** The slideshows this user may play; all filters are in the address. */
export function PlaylistList({ mayMake, mayManage, onCreate }: Props) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const go = useGo();
  const client = useQueryClient();
  const list = useListAddress(listOptions);
  const input = toInput(list);
  const filter = withoutPage(input);
  const mine = filter.mine === '1';
  const saved = useListViews({ list: 'playlists', address: list });
  const [removing, setRemoving] = useState<{ row: PlaylistRow; opened: boolean } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const copy = async (row: PlaylistRow) => {
    try {
      const { id } = await call('POST /api/auth/playlists/{id}/copy', {
        id: row.id,
        name: t('playlists.copyName', { name: row.name }).slice(0, maxNameLength),
      });
      refreshPlaylists(client);
      toast.success(t('playlists.copied'));
      list.change({ id, new: undefined });
    } catch (reason) {
      toastError(reason);
    }
  };
  const remove = async () => {
    if (!removing) return;
    setProblem(null);
    try {
      await call('DELETE /api/auth/playlists/{id}', { id: removing.row.id });
      refreshPlaylists(client);
      toast.success(t('playlists.deleted'));
      setRemoving({ ...removing, opened: false });
    } catch (reason) {
      setProblem(errorText(reason));
    }
  };
  const onDisplay = (row: PlaylistRow) => !row.mayEdit && t(row.displays > 0 ? 'playlist_on_display' : 'playlists.notYours');
  const getActions = (row: PlaylistRow): RowAction[] => [
    { id: 'play', label: t('playlists.action.play'), icon: IconPlayerPlay, onClick: () => go(playAddress(row)) },
    ...(mayMake
      ? [
          {
            id: 'edit',
            label: t('playlists.action.edit'),
            icon: IconPencil,
            disabledReason: onDisplay(row) || null,
            onClick: () => list.change({ id: row.id, new: undefined }),
          },
          { id: 'copy', label: t('playlists.action.copy'), icon: IconCopy, onClick: () => void copy(row) },
        ]
      : []),
    ...(mayManage
      ? [
          {
            id: 'display',
            label: t('playlists.action.display'),
            icon: IconDeviceTv,
            onClick: () => list.change({ tab: 'devices', new: '1', for: row.id, id: undefined }),
          },
        ]
      : []),
    ...(mayMake
      ? [
          {
            ...{ id: 'delete', label: t('playlists.action.delete'), icon: IconTrash, danger: true, disabledReason: onDisplay(row) || null },
            onClick: () => {
              setProblem(null);
              setRemoving({ row, opened: true });
            },
          },
        ]
      : []),
  ];
  const columns: Column<PlaylistRow>[] = [
    {
      ...{ id: 'name', header: t('playlists.column.name'), rowHeader: true, sortable: true, phone: 'name' },
      cell: (row) => <UiLink href={playAddress(row)}>{row.name}</UiLink>,
    },
    {
      ...{ id: 'items', header: t('playlists.column.items'), phone: 'fact' },
      cell: (row) => (
        <span className="row">
          {t('playlists.items', { count: row.items })}
          {row.skipped > 0 && <Badge tone="warn">{t('playlists.skipped', { count: row.skipped })}</Badge>}
        </span>
      ),
    },
    { id: 'lap', header: t('playlists.column.lap'), align: 'right', cell: (row) => lapTime(row.seconds) },
    { id: 'owner', header: t('playlists.column.owner'), muted: true, cell: (row) => row.owner?.name ?? '–' },
    { id: 'shares', header: t('playlists.column.shares'), align: 'right', cell: (row) => formatNumber(language, row.shares) },
    {
      ...{ id: 'displays', header: t('playlists.column.displays'), align: 'right', phone: 'status' },
      cell: (row) => (row.displays > 0 ? <Badge tone="ok">{t('playlists.displays', { count: row.displays })}</Badge> : '–'),
    },
    {
      ...{ id: 'created', header: t('playlists.column.created'), sortable: true, muted: true },
      cell: (row) => <span className="num">{formatDate(language, new Date(row.createdAt), zone)}</span>,
    },
  ];
  const file = useTableFile((part) => call('GET /api/auth/playlists/export', { ...filter, part }), { columns, choice: saved.choice });
  return (
    <>
      <ListTable
        list={list}
        query={listQuery(input)}
        above={() => (
          <ListViews saved={saved} label={t('listViews.label', { name: t('playlists.tab.list') })}>
            <Chip on={!mine && !saved.current} onClick={() => list.refine({ mine: undefined, saved: undefined })}>
              {t('playlists.view.all')}
            </Chip>
            <Chip on={mine && !saved.current} onClick={() => list.refine({ mine: '1', saved: undefined })}>
              {t('playlists.view.mine')}
            </Chip>
          </ListViews>
        )}
        caption={t('playlists.tab.list')}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        searchLabel={t('playlists.search')}
        file={file}
        saved={saved}
        rowActions={getActions}
        onOpen={(row) => go(playAddress(row))}
        onCreate={mayMake ? onCreate : undefined}
        empty={
          mine ? (
            <FilteredEmpty filters={t('playlists.view.mine')} onClear={list.clear} />
          ) : (
            <EmptyState
              text={t(mayMake ? 'playlists.empty' : 'playlists.emptyViewer')}
              action={
                mayMake && (
                  <Button kind="primary" onClick={onCreate}>
                    {t('playlists.new')}
                  </Button>
                )
              }
            />
          )
        }
      />
      {removing && (
        <ConfirmDelete
          opened={removing.opened}
          name={removing.row.name}
          text={t('playlists.deleteText')}
          losses={
            removing.row.displays > 0
              ? [
                  {
                    icon: IconDeviceTv,
                    text: t('playlists.displays', { count: removing.row.displays }),
                    outcome: t('playlists.displaysStop'),
                    lost: true,
                  },
                ]
              : []
          }
          problem={problem}
          onConfirm={remove}
          onClose={() => setRemoving({ ...removing, opened: false })}
        />
      )}
    </>
  );
}
