import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { can } from '../../../../domain/access/permissions.ts';
import { ApiError } from '../../../app/data/api-error.ts';
import { errorText } from '../../../app/notices/notify.ts';
import { TellAdministrator } from '../../../app/notices/TellAdministrator.tsx';
import { useWho } from '../../../app/session/session.ts';
import { useTranslation } from '../../../i18n.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { SearchBox } from '../../../ui/table/SearchBox.tsx';
import { accountsQuery, workspacesQuery } from '../queries.ts';

export type Source = { accountId: string; workspace: { id: string; name: string } | null };
type Props = { source: Source | null; onChange: (source: Source) => void };

const settleMs = 250;

/** The account, then one of the workspaces it currently reaches. A single account is preselected. */
export function WorkspacePicker({ source, onChange }: Props) {
  const { t } = useTranslation();
  const who = useWho();
  const accounts = useQuery(accountsQuery);
  const items = accounts.data?.items ?? [];
  const accountId = source?.accountId ?? (items.length === 1 ? items[0]?.id : undefined);
  if (accounts.data && items.length === 0) {
    const mayManage = who !== null && can(who, 'service.manage');
    return (
      <EmptyState
        title={t('manage.import.noAccount')}
        text={t(mayManage ? 'manage.import.noAccountText' : 'manage.import.askAccount')}
        action={
          mayManage ? (
            <ButtonLink kind="primary" href="/powerbi">
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
        placeholder={accounts.data ? t('manage.import.chooseAccount') : t('ui.loading')}
        withScrollArea={false}
      />
      {accounts.error && <ErrorState text={errorText(accounts.error)} onRetry={() => void accounts.refetch()} />}
      {accountId && (
        <Workspaces accountId={accountId} chosen={source?.workspace?.id} onChoose={(workspace) => onChange({ accountId, workspace })} />
      )}
    </div>
  );
}

type WorkspacesProps = { accountId: string; chosen: string | undefined; onChoose: (workspace: { id: string; name: string }) => void };

function Workspaces({ accountId, chosen, onChoose }: WorkspacesProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [wanted] = useDebouncedValue(search.trim(), settleMs);
  const { data, error, isFetching, refetch } = useQuery(workspacesQuery(accountId, wanted, page));
  return (
    <fieldset className="manage-choices" aria-busy={isFetching}>
      <legend className="manage-label">{t('manage.import.workspace')}</legend>
      <SearchBox
        value={search}
        label={t('manage.import.findWorkspace')}
        onChange={(text) => {
          setSearch(text);
          setPage(1);
        }}
      />
      {error && !data ? (
        <ErrorState text={errorText(error)} requestId={error instanceof ApiError ? error.requestId : null} onRetry={() => void refetch()} />
      ) : (
        <ul className="plain-list manage-workspaces">
          {data?.items.map((workspace) => (
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
          {data?.items.length === 0 && <li className="muted small">{t('manage.import.noWorkspace')}</li>}
          {!data && <li className="muted small">{t('manage.import.asking')}</li>}
        </ul>
      )}
      {data && (page > 1 || data.more) && (
        <div className="row">
          <Button size="s" disabledReason={page === 1 ? t('manage.import.firstPage') : null} onClick={() => setPage(page - 1)}>
            {t('manage.import.before')}
          </Button>
          <Button size="s" disabledReason={data.more ? null : t('manage.import.lastPage')} onClick={() => setPage(page + 1)}>
            {t('manage.import.after')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
