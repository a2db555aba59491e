import { lazy, useState } from 'react';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { useDrawerTarget } from '../../app/address/drawer-target.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconUsersPlus } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { getTab, type Tab, useUserGroupsAddress } from './address.ts';
import type { Row } from './queries.ts';
import { UserGroupList } from './UserGroupList.tsx';
import './user-groups.css';

const UserGroupDrawer = lazy(() => import('./UserGroupDrawer.tsx').then((module) => ({ default: module.UserGroupDrawer })));
const DeleteUserGroups = lazy(() => import('./DeleteUserGroups.tsx').then((module) => ({ default: module.DeleteUserGroups })));

/** The administration of user groups (Spec 2, group_users). */
export function UserGroupsPage() {
  const { t } = useTranslation();
  const address = useUserGroupsAddress();
  const { list } = address;
  const { shown, opened } = useDrawerTarget(list.values);
  const [removing, setRemoving] = useState<{ rows: readonly Row[]; onDone: () => void; opened: boolean } | null>(null);
  const title = t('userGroups.title');
  useBreadcrumb([{ label: t('userGroups.manage') }, { label: title }]);
  return (
    <div className="page user-groups-page">
      <PageHeader
        title={title}
        text={t('userGroups.text')}
        actions={
          <Button kind="primary" icon={IconUsersPlus} onClick={() => list.change({ new: '1', id: undefined, tab: undefined })}>
            {t('userGroups.new')}
          </Button>
        }
      />
      <UserGroupList address={address} onDelete={(rows, onDone) => setRemoving({ rows, onDone, opened: true })} />
      {shown && (
        <Part>
          <UserGroupDrawer
            key={shown.opening}
            id={shown.id}
            from={shown.from}
            opened={opened}
            tab={getTab(list.values.tab)}
            onTab={(next: Tab) => list.change({ tab: next === 'data' ? undefined : next }, { replace: true })}
            onCreated={(created) => list.change({ id: created, tab: 'members', new: undefined, from: undefined }, { replace: true })}
            onClose={() => list.change({ id: undefined, new: undefined, from: undefined, tab: undefined })}
          />
        </Part>
      )}
      {removing && removing.rows.length > 0 && (
        <Part>
          <DeleteUserGroups {...removing} onClose={() => setRemoving({ ...removing, opened: false })} />
        </Part>
      )}
    </div>
  );
}
