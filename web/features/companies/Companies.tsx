import { TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { fold } from '../../../domain/text/fold.ts';
import { useTranslation } from '../../i18n.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconCheck, IconSearch } from '../../ui/icons.ts';
import { ProveAccount } from '../two-factor/index.ts';
import { companiesQuery } from './queries.ts';
import { useChangeCompany } from './use-change-company.ts';

// With fewer units, scanning the list is faster than searching.
const searchFrom = 6;

/** The units to choose from, with a search if there are many. */
export function Companies({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { data } = useSuspenseQuery(companiesQuery);
  const { leaving, change } = useChangeCompany();
  const [search, setSearch] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const wanted = fold(search);
  const found = data.companies.filter((company) =>
    fold(company.name)
      .split(' ')
      .concat(fold(company.name))
      .some((word) => word.startsWith(wanted)),
  );
  // The dialog took focus before its list had loaded.
  useEffect(() => {
    const place = list.current;
    if (place && document.activeElement?.contains(place)) place.closest('.companies')?.querySelector<HTMLElement>('input, button')?.focus();
  }, []);
  return (
    <>
      {data.companies.length >= searchFrom && (
        <TextInput
          type="search"
          data-autofocus
          aria-label={t('companies.search')}
          placeholder={t('companies.search')}
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {found.length === 0 && <EmptyState />}
      {found.length > 0 && (
        <ul ref={list} className="plain-list companies-list" aria-label={t('companies.list')}>
          {found.map((company) => (
            <li key={company.id}>
              <button
                type="button"
                className="companies-one"
                aria-current={company.current ? 'true' : undefined}
                disabled={leaving !== null && leaving !== company.id}
                aria-busy={leaving === company.id}
                onClick={() => (company.current ? onClose() : void change(company.id))}
              >
                <span className="companies-name">{company.name}</span>
                {company.kind !== 'unit' && <span className="muted small">{t(`companies.kind.${company.kind}`)}</span>}
                {company.current && <IconCheck size={17} stroke={2} aria-hidden="true" />}
                {company.current && <span className="visually-hidden">{t('companies.here')}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {data.prove && <ProveAccount />}
    </>
  );
}
