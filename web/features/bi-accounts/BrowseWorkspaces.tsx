import { Checkbox, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { maxAdded } from '../../../domain/bi-accounts/limits.ts';

import { type Failed, Reading } from '../../app/layouts/Reading.tsx';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { failureText } from './failure-text.ts';
import { browseQuery, type Found } from './queries.ts';

const settleMs = 300;
type Props = { account: string; chosen: ReadonlyMap<string, string>; onChange: (chosen: ReadonlyMap<string, string>) => void };

/** The workspaces the account currently reaches, with checkboxes; added ones are marked. The selection survives search and paging. */
export function BrowseWorkspaces({ account, chosen, onChange }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), settleMs);
  const [page, setPage] = useState(1);
  return (
    <>
      <TextInput
        type="search"
        label={t('service.browse.search')}
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
          setPage(1);
        }}
        maxLength={100}
        autoComplete="off"
      />
      <div className="browse-result" aria-live="polite">
        <Reading key={`${wanted} ${page}`} failure={(failed) => <Refused {...failed} />}>
          <Rows account={account} search={wanted} page={page} onPage={setPage} chosen={chosen} onChange={onChange} />
        </Reading>
      </div>
    </>
  );
}

function Refused({ error, onRetry }: Failed) {
  const { t } = useTranslation();
  return <ErrorState text={failureText(error, t)} requestId={error.requestId} onRetry={onRetry} />;
}

function Rows({
  account,
  search,
  page,
  onPage,
  chosen,
  onChange,
}: Props & { search: string; page: number; onPage: (page: number) => void }) {
  const { t } = useTranslation();
  const { data } = useSuspenseQuery(browseQuery({ id: account, search, page, all: true }));
  const tick = ({ id, name }: Found) => {
    const next = new Map(chosen);
    if (!next.delete(id)) next.set(id, name);
    onChange(next);
  };
  const free = data.items.filter(({ workspaceId }) => workspaceId === null);
  const all = free.length > 0 && free.every(({ id }) => chosen.has(id));
  const tickAll = () => {
    const next = new Map(chosen);
    for (const { id, name } of free) {
      if (all) next.delete(id);
      else if (next.size < maxAdded) next.set(id, name);
    }
    onChange(next);
  };
  if (data.items.length === 0) return <EmptyState compact text={t(search ? 'service.browse.noneFound' : 'service.browse.none')} />;
  return (
    <>
      {free.length > 1 && <Checkbox label={t('service.browse.all', { count: free.length })} checked={all} onChange={tickAll} />}
      <ul className="browse-list plain-list">
        {data.items.map((item) => (
          <li key={item.id}>
            {item.workspaceId ? (
              <span className="browse-added">
                <span>{item.name}</span> <Badge tone="ok">{t('service.browse.isAdded')}</Badge>
              </span>
            ) : (
              <Checkbox
                label={item.name}
                description={t(item.isOnDedicatedCapacity ? 'service.capacity.onDedicated' : 'service.capacity.onShared')}
                checked={chosen.has(item.id)}
                disabled={!chosen.has(item.id) && chosen.size >= maxAdded}
                onChange={() => tick(item)}
              />
            )}
          </li>
        ))}
      </ul>
      {(page > 1 || data.more) && (
        <div className="row">
          <Button size="s" disabledReason={page === 1 && t('service.browse.first')} onClick={() => onPage(page - 1)}>
            {t('service.browse.previous')}
          </Button>
          <Button size="s" disabledReason={!data.more && t('service.browse.last')} onClick={() => onPage(page + 1)}>
            {t('service.browse.next')}
          </Button>
        </div>
      )}
    </>
  );
}
