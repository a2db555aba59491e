import { lazy, useState } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import { getPlaylistsSide } from '../../../domain/playlists/side.ts';
import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { useWho } from '../../app/session/session.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useManageCrumb } from '../../app/shell/use-shell.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconDeviceTv, IconPlus } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { DeviceList } from './devices/DeviceList.tsx';
import { PlaylistCards } from './list/PlaylistCards.tsx';
import { PlaylistList } from './list/PlaylistList.tsx';
import './playlists.css';

// Loaded when opened; the list needs neither.
const PlaylistDrawer = lazy(() => import('./PlaylistDrawer.tsx').then((module) => ({ default: module.PlaylistDrawer })));
const DeviceDrawer = lazy(() => import('./devices/DeviceDrawer.tsx').then((module) => ({ default: module.DeviceDrawer })));

type Shown = { tab: Tab; id: string | null; opening: number };
type Tab = 'list' | 'devices';

/** The drawer of the address, kept while it closes; every opening is a new instance. */
function useShown(tab: Tab, id: string | null | undefined): { shown: Shown | null; opened: boolean } {
  const [shown, setShown] = useState<Shown | null>(null);
  const [opened, setOpened] = useState(false);
  if (id !== undefined && (!opened || shown?.id !== id || shown.tab !== tab)) {
    setShown({ tab, id, opening: (shown?.opening ?? 0) + 1 });
    setOpened(true);
  }
  if (id === undefined && opened) setOpened(false);
  return { shown, opened };
}

/** Slideshows, and for administrators the displays that play them. */
export function PlaylistsPage() {
  const { t } = useTranslation();
  const who = useWho();
  const values = useSearchValues();
  const change = useSetSearch();
  const mayMake = who !== null && can(who, 'playlists.edit');
  const mayManage = who !== null && can(who, 'playlists.devices');
  const side = who ? getPlaylistsSide(who, values.tab) : 'cards';
  const tab: Tab = side === 'devices' ? side : 'list';
  const mayOpen = tab === 'devices' ? mayManage : mayMake;
  const { shown, opened } = useShown(tab, !mayOpen ? undefined : values.new === '1' ? null : (values.id ?? undefined));
  const title = t('playlists.title');
  useBreadcrumb([...useManageCrumb(), { label: title }]);
  const close = () => change({ id: undefined, new: undefined, for: undefined });
  const create = () => change({ new: '1', id: undefined });
  const list =
    side === 'devices' ? (
      <DeviceList onCreate={create} />
    ) : side === 'list' ? (
      <PlaylistList mayMake={mayMake} mayManage={mayManage} onCreate={create} />
    ) : (
      <PlaylistCards />
    );
  return (
    <div className="page playlists-page">
      <PageHeader
        title={title}
        text={t(tab === 'devices' ? 'playlists.devices.lead' : 'playlists.lead')}
        actions={
          mayOpen && (
            <Button kind="primary" icon={tab === 'devices' ? IconDeviceTv : IconPlus} onClick={create}>
              {t(tab === 'devices' ? 'playlists.devices.new' : 'playlists.new')}
            </Button>
          )
        }
      />
      {mayManage ? (
        <Tabs
          label={t('playlists.tabs')}
          tabs={[
            { id: 'list', label: t('playlists.tab.list') },
            { id: 'devices', label: t('playlists.tab.devices') },
          ]}
          value={tab}
          onChange={(next) =>
            change({
              tab: next === 'devices' ? next : undefined,
              search: undefined,
              sort: undefined,
              page: undefined,
              state: undefined,
              mine: undefined,
            })
          }
        >
          {list}
        </Tabs>
      ) : (
        list
      )}
      {shown && (
        <Part>
          {shown.tab === 'devices' ? (
            <DeviceDrawer key={shown.opening} id={shown.id} playlist={values.for ?? null} opened={opened} onClose={close} />
          ) : (
            <PlaylistDrawer key={shown.opening} id={shown.id} opened={opened} onClose={close} />
          )}
        </Part>
      )}
    </div>
  );
}
