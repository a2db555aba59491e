import { useMediaQuery } from '@mantine/hooks';
import { lazy, useEffect, useState } from 'react';
import type { GroupRow } from '../../../domain/report-groups/contract.ts';
import { useSearchValues } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { useDrawerTarget } from '../../app/address/drawer-target.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconFolderPlus } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { WindowDrawer } from '../maintenance/index.ts';
import type { Panel } from './GroupDrawerForm.tsx';
import { GroupList } from './GroupList.tsx';
import { getWord, type Kind } from './kind.ts';
import { getKind } from './loader.ts';
import { useGroupsAddress } from './use-groups-address.ts';
import './report-groups.css';

// Loaded while the list is being read, which needs neither.
const loadDrawer = () => import('./GroupDrawer.tsx');
const loadDelete = () => import('./DeleteGroups.tsx');
const GroupDrawer = lazy(() => loadDrawer().then((module) => ({ default: module.GroupDrawer })));
const DeleteGroups = lazy(() => loadDelete().then((module) => ({ default: module.DeleteGroups })));
const readingMs = 800;

type Removing = { rows: readonly GroupRow[]; onDone: () => void; opened: boolean };

/** The administration of groups and sub-groups: two lists, chosen by the address, with their drawer and deletion. */
export function GroupsPage() {
  const { t } = useTranslation();
  const kind = getKind(useSearchValues());
  const address = useGroupsAddress(kind);
  const { list, of, orderable, whole } = address;
  const { panel } = list.values;
  const { shown, opened } = useDrawerTarget(list.values);
  const [maintaining, setMaintaining] = useState<{ row: GroupRow; turn: number; opened: boolean } | null>(null);
  const [removing, setRemoving] = useState<Removing>({ rows: [], onDone: () => {}, opened: false });
  const phone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const title = t('groups.title');
  useBreadcrumb([{ label: t('groups.crumb.manage') }, { label: title }]);

  // The code of the drawers is loaded while the list is read, so that they open at once.
  useEffect(() => {
    const timer = setTimeout(() => {
      // Opening one reports a failed load; a failed preload is silent.
      for (const load of [loadDrawer, loadDelete]) load().catch(() => undefined);
    }, readingMs);
    return () => clearTimeout(timer);
  }, []);

  const switchTo = (next: Kind) =>
    list.refine({
      tab: next === 'subgroups' ? next : undefined,
      search: undefined,
      sort: undefined,
      visibility: undefined,
      empty: undefined,
      of: undefined,
    });
  const hint = () => {
    if (orderable) return t(phone ? 'groups.order.phone' : 'groups.order.hint');
    if (whole) return t('groups.order.ofGroup');
    return (
      <>
        {t('groups.order.elsewhere')}{' '}
        <Button
          kind="text"
          size="s"
          className="copy-bare"
          onClick={() => list.refine({ search: undefined, sort: undefined, visibility: undefined, empty: undefined })}
        >
          {t('groups.order.back')}
        </Button>
      </>
    );
  };
  return (
    <div className="page groups-page">
      <PageHeader
        title={title}
        text={hint()}
        actions={
          <Button kind="primary" icon={IconFolderPlus} onClick={() => list.change({ new: '1', id: undefined })}>
            {t(`groups.${getWord(kind)}.new`)}
          </Button>
        }
      />
      <Tabs
        label={t('groups.tabs')}
        tabs={[
          { id: 'groups', label: t('groups.tab.groups') },
          { id: 'subgroups', label: t('groups.tab.subgroups') },
        ]}
        value={kind}
        onChange={switchTo}
      >
        <GroupList
          key={kind}
          kind={kind}
          address={address}
          onDelete={(rows, onDone) => setRemoving({ rows, onDone, opened: true })}
          onMaintain={(row) => setMaintaining((before) => ({ row, turn: (before?.turn ?? 0) + 1, opened: true }))}
        />
      </Tabs>
      {shown && (
        <Part>
          <GroupDrawer
            key={shown.opening}
            kind={kind}
            id={shown.id}
            within={of}
            opened={opened}
            panel={panel === 'history' ? 'history' : 'data'}
            onPanel={(next: Panel) => list.change({ panel: next === 'history' ? next : undefined }, { replace: true })}
            onClose={() => list.change({ id: undefined, new: undefined, panel: undefined })}
          />
        </Part>
      )}
      {maintaining && (
        <Part>
          <WindowDrawer
            key={maintaining.turn}
            opened={maintaining.opened}
            id={null}
            about={{ target: kind === 'groups' ? 'group' : 'subgroup', items: [{ id: maintaining.row.id, name: maintaining.row.name }] }}
            onClose={() => setMaintaining({ ...maintaining, opened: false })}
          />
        </Part>
      )}
      {removing.rows.length > 0 && (
        <Part>
          <DeleteGroups kind={kind} {...removing} onClose={() => setRemoving({ ...removing, opened: false })} />
        </Part>
      )}
    </div>
  );
}
