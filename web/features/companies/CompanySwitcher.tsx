import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { fold } from '../../../domain/text/fold.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useConfig } from '../../app/data/use-config.ts';
import { errorText } from '../../app/notices/notify.ts';
import { companySwitcher } from '../../app/shell/overlays.ts';
import { useTranslation } from '../../i18n.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { IconCheck, IconSearch } from '../../ui/icons.ts';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { type EnterableUnit, EnterUnitDialog, UnitChoice } from '../partner-access/index.ts';
import { ProveAccount } from '../two-factor/index.ts';
import { companiesQuery } from './queries.ts';
import { useChangeCompany } from './use-change-company.ts';
import './companies.css';

// With fewer units, scanning the list is faster than searching.
const searchFrom = 6;

/** The user's units, the most recently entered first; choosing one leads to its domain (Spec 4, company change). */
export function CompanySwitcher() {
  const { t } = useTranslation();
  const opened = companySwitcher.useIsOpen();
  const { data, error, refetch } = useQuery({ ...companiesQuery, enabled: opened });
  const { leaving, change } = useChangeCompany();
  const [search, setSearch] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const wanted = fold(search);
  const found = data?.companies.filter((company) =>
    fold(company.name)
      .split(' ')
      .concat(fold(company.name))
      .some((word) => word.startsWith(wanted)),
  );
  const { partner_access_remote: access } = useConfig();
  const [entering, setEntering] = useState<EnterableUnit | null>(null);
  const close = () => {
    setSearch('');
    companySwitcher.close();
  };
  // Arrow keys move through the units, from the search field too.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement); // because indexOf gives -1 for any other element
    const next = buttons[event.key === 'ArrowDown' ? at + 1 : at - 1];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  // The dialog took focus before its list had loaded.
  useEffect(() => {
    const place = list.current;
    if (data && place && document.activeElement?.contains(place))
      place.closest('.companies')?.querySelector<HTMLElement>('input, button')?.focus();
  }, [data]);
  if (entering) return <EnterUnitDialog unit={entering} onClose={() => setEntering(null)} />;
  return (
    <Dialog opened={opened} onClose={close} title={t('companies.change')} text={t('companies.change.text')}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys act on the buttons inside. */}
      <div className="companies" onKeyDown={onKeyDown}>
        {(data?.companies.length ?? 0) >= searchFrom && (
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
        {error && (
          <ErrorState
            text={errorText(error)}
            requestId={error instanceof ApiError ? error.requestId : null}
            onRetry={() => void refetch()}
          />
        )}
        {!error && !found && <ListSkeleton />}
        {found?.length === 0 && <EmptyState />}
        {found && found.length > 0 && (
          <ul ref={list} className="plain-list companies-list" aria-label={t('companies.list')}>
            {found.map((company) => (
              <li key={company.id}>
                <button
                  type="button"
                  className="companies-one"
                  aria-current={company.current ? 'true' : undefined}
                  disabled={leaving !== null && leaving !== company.id}
                  aria-busy={leaving === company.id}
                  onClick={() => (company.current ? close() : void change(company.id))}
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
        {data?.prove && <ProveAccount />}
        {access?.is_partner_with_admin_company && (
          <UnitChoice
            onChoose={(unit) => {
              close();
              setEntering(unit);
            }}
          />
        )}
      </div>
    </Dialog>
  );
}
