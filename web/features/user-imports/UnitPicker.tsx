import { Select } from '@mantine/core';
import { useQueryClient, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconArrowLeft, IconUserPlus } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SearchBox } from '../../ui/table/SearchBox.tsx';
import { unitsQuery } from './loader.ts';
import { peopleQuery, refreshImport } from './queries.ts';

type Props = { onClose: () => void; onDone: (id: string) => void };

/** Users of another unit: the selected ones, or everyone who matches. */
export function UnitPicker({ onClose, onDone }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { units } = useSuspenseQuery(unitsQuery).data;
  const [chosen, setChosen] = useState<string | null>(null);
  const unit = chosen ?? units[0]?.id ?? null;
  const [search, setSearch] = useState('');
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [everybody, setEverybody] = useState(false);
  const { save, busy, problem } = useSave();
  const toggle = (id: string) => {
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    setTicked(next);
  };
  const bring = () =>
    save(async () => {
      const { id } = await call('POST /api/auth/user-imports/units/{unit}', {
        unit: unit ?? '',
        search,
        ...(everybody ? {} : { ids: [...ticked] }),
      });
      void refreshImport(client);
      onDone(id);
    });
  const name = units.find(({ id }) => id === unit)?.name ?? '';
  return (
    <div className="import-upload">
      <Select
        label={t('userImport.unit')}
        data={units.map(({ id, name: own, people: count }) => ({ value: id, label: t('userImport.unitPeople', { name: own, count }) }))}
        value={unit}
        allowDeselect={false}
        searchable={units.length > 8}
        onChange={(next) => {
          setChosen(next);
          setTicked(new Set());
          setEverybody(false);
        }}
      />
      <SearchBox value={search} label={t('userImport.searchPeople')} onChange={setSearch} />
      <label className="import-check">
        <input type="checkbox" checked={everybody} onChange={(event) => setEverybody(event.currentTarget.checked)} />
        {t('userImport.allFound')}
      </label>
      {unit && (
        <Reading key={unit}>
          <People
            unit={unit}
            name={name}
            search={search}
            isTicked={(id) => everybody || ticked.has(id)}
            disabled={everybody}
            onToggle={toggle}
          />
        </Reading>
      )}
      {problem && <Notice tone="err">{problem.text}</Notice>}
      <div className="import-foot">
        <Button icon={IconArrowLeft} onClick={onClose}>
          {t('userImport.back')}
        </Button>
        <span className="push" />
        <Button
          kind="primary"
          icon={IconUserPlus}
          loading={busy}
          disabledReason={everybody || ticked.size > 0 ? null : t('userImport.pickSomebody')}
          onClick={() => void bring()}
        >
          {everybody ? t('userImport.bringAll') : t('userImport.bring', { count: ticked.size })}
        </Button>
      </div>
    </div>
  );
}

type PeopleProps = {
  unit: string;
  name: string;
  search: string;
  isTicked: (id: string) => boolean;
  disabled: boolean;
  onToggle: (id: string) => void;
};

/** The users who match; while others load, those before stay. */
function People({ unit, name, search, isTicked, disabled, onToggle }: PeopleProps) {
  const { t } = useTranslation();
  const found = useSuspenseInfiniteQuery(peopleQuery(unit, useDeferredValue(search)));
  const people = found.data.pages.flatMap((page) => page.items);
  if (people.length === 0) return <p className="muted">{t('userImport.noPeople')}</p>;
  return (
    <>
      <ul className="plain-list import-people" aria-label={t('userImport.people', { name })}>
        {people.map((person) => (
          <li key={person.id}>
            <label className="import-check">
              <input type="checkbox" checked={isTicked(person.id)} disabled={disabled} onChange={() => onToggle(person.id)} />
              <span className="import-person">
                <b>{person.name}</b>
                <span className="muted small">
                  {[person.email, person.department, person.here ? t('userImport.here') : ''].filter(Boolean).join(' · ')}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {found.hasNextPage && (
        <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('userImport.more')}
        </Button>
      )}
    </>
  );
}
