import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate, formatDateTime } from '../../../../domain/format/date.ts';
import { useListAddress, withoutPage } from '../../../app/address/list-address.ts';
import { type CallOutput, call } from '../../../app/data/api.ts';
import { useZone } from '../../../app/data/use-zone.ts';
import { ListTable } from '../../../app/layouts/ListTable.tsx';
import { toastError } from '../../../app/notices/notify.ts';
import { useTableFile } from '../../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../../i18n.ts';
import { Badge, type Tone } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { EmptyState, FilteredEmpty } from '../../../ui/EmptyState.tsx';
import { IconClockPlus, IconLink, IconPencil, IconPlugConnectedX } from '../../../ui/icons.ts';
import type { Column, RowAction } from '../../../ui/table/types.ts';
import { toast } from '../../../ui/toast.ts';
import { ListViews, useListViews } from '../../list-views/index.ts';
import { deviceOptions, devicesQuery, toDeviceInput } from '../loader.ts';
import { refreshPlaylists } from '../queries.ts';
import { LinkDialog } from './LinkDialog.tsx';

type Row = CallOutput<'GET /api/auth/playlist_devices'>['items'][number];
const tones: Record<Row['state'], Tone> = { playing: 'ok', away: 'neutral', never: 'info', revoked: 'err', expired: 'err' };

/** The displays: location, playlist and last heartbeat. */
export function DeviceList({ onCreate }: { onCreate: () => void }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const client = useQueryClient();
  const list = useListAddress(deviceOptions);
  const input = toDeviceInput(list);
  const filter = withoutPage(input);
  const { state } = filter;
  const saved = useListViews({ list: 'displays', address: list });
  const [link, setLink] = useState<{ name: string; token: string } | null>(null);

  const change = async (row: Row, action: 'rotate' | 'extend' | 'revoke') => {
    const agreed =
      action === 'extend' ||
      (await confirm({
        title: t(`playlists.device.${action}Title`, { name: row.name }),
        text: t(`playlists.device.${action}Text`),
        yes: t(`playlists.device.${action}`),
        no: t('ui.cancel'),
        danger: action === 'revoke',
      }));
    if (!agreed) return;
    try {
      const { token } = await call('POST /api/auth/playlist_devices/{id}/{action}', { id: row.id, action });
      refreshPlaylists(client);
      if (token) setLink({ name: row.name, token });
      else toast.success(t(action === 'extend' ? 'playlists.device.extended' : 'playlists.device.revoked', { name: row.name }));
    } catch (reason) {
      toastError(reason);
    }
  };
  const edit = (row: Row) => list.change({ id: row.id, new: undefined });
  const getActions = (row: Row): RowAction[] =>
    row.state === 'revoked'
      ? []
      : [
          { id: 'edit', label: t('playlists.action.edit'), icon: IconPencil, onClick: () => edit(row) },
          { id: 'rotate', label: t('playlists.device.rotate'), icon: IconLink, onClick: () => void change(row, 'rotate') },
          { id: 'extend', label: t('playlists.device.extend'), icon: IconClockPlus, onClick: () => void change(row, 'extend') },
          {
            id: 'revoke',
            label: t('playlists.device.revoke'),
            icon: IconPlugConnectedX,
            danger: true,
            onClick: () => void change(row, 'revoke'),
          },
        ];
  const skipWords = ({ title, reason }: Row['skipped'][number]) =>
    t('playlists.device.skip', { title, reason: t(`playlists.device.skip.${reason}`) });
  const columns: Column<Row>[] = [
    {
      ...{ id: 'name', header: t('playlists.column.device'), rowHeader: true, sortable: true, phone: 'name' },
      cell: (row) => (
        <span className="playlist-option">
          <span>{row.name}</span>
          {row.place && <span className="muted tiny">{row.place}</span>}
        </span>
      ),
    },
    {
      ...{ id: 'state', header: t('playlists.column.state'), phone: 'status' },
      cell: (row) => (
        <span className="row">
          <Badge tone={tones[row.state]}>{t(`playlists.deviceState.${row.state}`)}</Badge>
          {row.players > 1 && <span className="muted small">{t('playlists.device.screens', { count: row.players })}</span>}
        </span>
      ),
    },
    {
      ...{ id: 'playlist', header: t('playlists.column.playlist'), phone: 'fact' },
      cell: (row) => (
        <span className="playlist-option">
          <span>{row.playlist?.name ?? t('playlists.device.noPlaylist')}</span>
          {row.showing && <span className="muted tiny">{t('playlists.device.showing', { title: row.showing })}</span>}
          {row.skipped.length > 0 && row.state !== 'revoked' && (
            <span className="playlist-skipped small">
              {t('playlists.device.skipped', {
                playing: row.items - row.skipped.length,
                count: row.items,
                skipped: row.skipped.length,
                titles: row.skipped.map(skipWords).join(', '),
              })}
            </span>
          )}
        </span>
      ),
    },
    {
      ...{ id: 'identity', header: t('playlists.column.identity'), muted: true },
      cell: (row) => (row.identity ? [row.identity.username, ...row.identity.roles].join(' · ') : '–'),
    },
    {
      ...{ id: 'seen', header: t('playlists.column.seen'), sortable: true, muted: true },
      cell: (row) => (
        <span className="playlist-option num">
          <span>{row.lastSeen ? formatDateTime(language, new Date(row.lastSeen), zone) : '–'}</span>
          {row.lastIp && <span className="tiny">{row.lastIp}</span>}
        </span>
      ),
    },
    {
      ...{ id: 'expires', header: t('playlists.column.expires'), muted: true },
      cell: (row) => <span className="num">{formatDate(language, new Date(row.expiresAt), zone)}</span>,
    },
  ];
  const file = useTableFile((part) => call('GET /api/auth/playlist_devices/export', { ...filter, part }), {
    columns,
    choice: saved.choice,
  });
  return (
    <>
      <ListTable
        list={list}
        query={devicesQuery(input)}
        above={() => (
          <ListViews saved={saved} label={t('listViews.label', { name: t('playlists.tab.devices') })}>
            <Chip on={state === 'live' && !saved.current} onClick={() => list.refine({ state: undefined, saved: undefined })}>
              {t('playlists.view.live')}
            </Chip>
            <Chip on={state === 'skipping' && !saved.current} onClick={() => list.refine({ state: 'skipping', saved: undefined })}>
              {t('playlists.view.skipping')}
            </Chip>
            <Chip on={state === 'ended' && !saved.current} onClick={() => list.refine({ state: 'ended', saved: undefined })}>
              {t('playlists.view.ended')}
            </Chip>
          </ListViews>
        )}
        caption={t('playlists.tab.devices')}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        searchLabel={t('playlists.devices.search')}
        file={file}
        saved={saved}
        rowActions={getActions}
        onOpen={(row) => row.state !== 'revoked' && edit(row)}
        onCreate={onCreate}
        empty={
          state !== 'live' ? (
            <FilteredEmpty filters={t(`playlists.view.${state}`)} onClear={list.clear} />
          ) : (
            <EmptyState
              text={t('playlists.devices.empty')}
              action={
                <Button kind="primary" onClick={onCreate}>
                  {t('playlists.devices.new')}
                </Button>
              }
            />
          )
        }
      />
      <LinkDialog link={link} onClose={() => setLink(null)} />
    </>
  );
}
