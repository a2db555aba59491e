import { useQuery } from '@tanstack/react-query';
import { lazy, useEffect, useState } from 'react';
import type { AccountRow } from '../../../domain/bi-accounts/contract.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { useDrawerTarget } from '../../app/address/drawer-target.ts';
import { type ListAddress, useListAddress } from '../../app/address/list-address.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import type { Panel } from './AccountDrawer.tsx';
import { AccountList } from './AccountList.tsx';
import { BiAccountTabs } from './BiAccountTabs.tsx';
import { accountOptions, pickerQuery } from './loader.ts';
import { useSwitchAccount } from './use-switch-account.ts';
import './bi-accounts.css';

const AccountDrawer = lazy(() => import('./AccountDrawer.tsx').then((module) => ({ default: module.AccountDrawer })));
const DeleteAccount = lazy(() => import('./DeleteAccount.tsx').then((module) => ({ default: module.DeleteAccount })));
const getPanel = (text: string | undefined): Panel => (text === 'test' || text === 'profile' ? text : 'data');

/** The tenant's service accounts: list, drawer, test and deletion. */
export function AccountsPage() {
  const { t } = useTranslation();
  const list = useListAddress(accountOptions);
  const { shown, opened } = useDrawerTarget(list.values);
  const [removing, setRemoving] = useState<{ row: AccountRow; opened: boolean } | null>(null);
  const switchTo = useSwitchAccount();
  const title = t('service.title');
  useBreadcrumb([{ label: t('service.crumb') }, { label: title }]);
  // An address with a panel but without an account refers to the only account.
  const unnamed = list.values.panel !== undefined && list.values.id === undefined && list.values.new === undefined;
  const create = () => list.change({ new: '1', id: undefined, panel: undefined });
  return (
    <div className="page service-page">
      <PageHeader
        title={title}
        text={t('service.text')}
        actions={
          <Button kind="primary" icon={IconPlus} onClick={create}>
            {t('service.account.new')}
          </Button>
        }
      />
      <BiAccountTabs value="accounts">
        <AccountList
          list={list}
          onCreate={create}
          onSwitch={(row, disabled) => void switchTo(row, disabled)}
          onDelete={(row) => setRemoving({ row, opened: true })}
        />
      </BiAccountTabs>
      {unnamed && <NameOnly list={list} />}
      {shown && (
        <Part>
          <AccountDrawer
            key={shown.opening}
            id={shown.id}
            opened={opened}
            panel={getPanel(list.values.panel)}
            onPanel={(panel) => list.change({ panel: panel === 'data' ? undefined : panel }, { replace: true })}
            onClose={() => list.change({ id: undefined, new: undefined, panel: undefined })}
          />
        </Part>
      )}
      {removing && (
        <Part>
          <DeleteAccount
            {...removing}
            onDisable={() => {
              setRemoving({ ...removing, opened: false });
              void switchTo(removing.row, true);
            }}
            onClose={() => setRemoving({ ...removing, opened: false })}
          />
        </Part>
      )}
    </div>
  );
}

/** Names the only account in the address. */
function NameOnly({ list }: { list: Pick<ListAddress, 'change'> }) {
  // No suspense: the list is shown without waiting for it.
  const { data } = useQuery(pickerQuery);
  const [only, ...others] = data?.items ?? [];
  // The address is external to React.
  useEffect(() => {
    if (only && others.length === 0) list.change({ id: only.id }, { replace: true });
  });
  return null;
}
