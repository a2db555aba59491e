import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { can } from '../../../../domain/access/permissions.ts';
import { useRead } from '../../../app/data/use-read.ts';
import { Reading } from '../../../app/layouts/Reading.tsx';
import { TellAdministrator } from '../../../app/notices/TellAdministrator.tsx';
import { useWho } from '../../../app/session/session.ts';
import { useTranslation } from '../../../i18n.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { SearchBox } from '../../../ui/table/SearchBox.tsx';
import { accountsQuery } from '../loader.ts';
import { workspacesQuery } from '../queries.ts';

type Workspace = { id: string; name: string };
export type Source = { accountId: string; workspace: Workspace | null };
type Props = { source: Source | null; onChange: (source: Source) => void };

const settleMs = 250;

/** The account, then one of the workspaces it currently reaches. A single account is preselected. */
export function WorkspacePicker(props: Props) {
  return (
    <Reading>
      <Accounts {...props} />
    </Reading>
  );
}

function Accounts({ source, onChange }: Props) {
  const { t } = useTranslation();
  const who = useWho();
  const { items } = useSuspenseQuery(accountsQuery).data;
  const accountId = source?.accountId ?? (items.length === 1 ? items[0]?.id : undefined);
  if (items.length === 0) {
    const mayManage = who !== null && can(who, 'service.manage');
    return (
      <EmptyState
        title={t('manage.import.noAccount')}
        text={t(mayManage ? 'manage.import.noAccountText' : 'manage.import.askAccount')}
        action={
          mayManage ? (
            <ButtonLink kind="primary" href="/powerbi?new=1">
              {t('manage.import.toAccounts')}
            </ButtonLink>
          ) : (
            <TellAdministrator kind="primary" problem="no_account" />
          )
        }
      />
    );
  }
  return (
    <div className="manage-fields">
      <Select
        label={t('manage.import.account')}
        data={items.map(({ id, name }) => ({ value: id, label: name }))}
        value={accountId ?? null}
        onChange={(id) => id && onChange({ accountId: id, workspace: null })}
        allowDeselect={false}
        placeholder={t('manage.import.chooseAccount')}
        withScrollArea={false}
      />
      {accountId && (
        <Workspaces
          key={accountId}
          accountId={accountId}
          chosen={source?.workspace?.id}
          onChoose={(workspace) => onChange({ accountId, workspace })}
        />
      )}
    </div>
  );
}

type WorkspacesProps = { accountId: string; chosen: string | undefined; onChoose: (workspace: Workspace) => void };

function Workspaces({ accountId, chosen, onChoose }: WorkspacesProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [wanted] = useDebouncedValue(search.trim(), settleMs);
  return (
    <fieldset className="manage-choices">
      <legend className="manage-label">{t('manage.import.workspace')}</legend>
      <SearchBox
        value={search}
        label={t('manage.import.findWorkspace')}
        onChange={(text) => {
          setSearch(text);
          setPage(1);
        }}
      />
      <Reading of={`${wanted} ${page}`} waiting={() => <p className="muted small">{t('manage.import.asking')}</p>}>
        <Found query={workspacesQuery(accountId, wanted, page)} chosen={chosen} onChoose={onChoose} page={page} onPage={setPage} />
      </Reading>
    </fieldset>
  );
}

type FoundProps = Omit<WorkspacesProps, 'accountId'> & {
  query: ReturnType<typeof workspacesQuery>;
  page: number;
  onPage: (page: number) => void;
};

function Found({ query, chosen, onChoose, page, onPage }: FoundProps) {
  const { t } = useTranslation();
  const { data, isBehind } = useRead(query);
  return (
    <>
      <ul className="plain-list manage-workspaces" aria-busy={isBehind}>
        {data.items.map((workspace) => (
          <li key={workspace.id}>
            <label className="manage-choice">
              <input
                type="radio"
                name="workspace"
                checked={workspace.id === chosen}
                onChange={() => onChoose({ id: workspace.id, name: workspace.name })}
              />
              <span>{workspace.name}</span>
              <span className="push muted tiny">{workspace.isOnDedicatedCapacity ? t('manage.import.dedicated') : ''}</span>
            </label>
          </li>
        ))}
        {data.items.length === 0 && <li className="muted small">{t('manage.import.noWorkspace')}</li>}
      </ul>
      {(page > 1 || data.more) && (
        <div className="row">
          <Button size="s" disabledReason={page === 1 ? t('manage.import.firstPage') : null} onClick={() => onPage(page - 1)}>
            {t('manage.import.before')}
          </Button>
          <Button size="s" disabledReason={data.more ? null : t('manage.import.lastPage')} onClick={() => onPage(page + 1)}>
            {t('manage.import.after')}
          </Button>
        </div>
      )}
    </>
  );
}
