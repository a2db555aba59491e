import { MultiSelect, Select, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressesIn } from '../../../domain/user-groups/addresses.ts';
import { maxAddresses } from '../../../domain/user-groups/limits.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { useTakeOnly } from '../../ui/use-take-only.ts';
import { peopleToAddQuery } from './queries.ts';
import type { useMembers } from './use-members.ts';

const settleMs = 200;
const aboveDrawer = 320;
const ways = ['search', 'paste', 'filter'] as const;
type Way = (typeof ways)[number];
type Person = { id: string; name: string; email: string };

/** Three ways to add members: one by one, by pasted e-mail addresses, or everyone of a department or another group. */
export function AddMembers({ id, members: { add, busy } }: { id: string; members: ReturnType<typeof useMembers> }) {
  const { t } = useTranslation();
  const [way, setWay] = useState<Way>('search');
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), settleMs);
  // No suspense: suggestions for what is typed; the field itself says that they load.
  const { data, error, isPlaceholderData } = useQuery(peopleToAddQuery(id, wanted));
  const [people, setPeople] = useState<readonly Person[]>([]);
  const [pasted, setPasted] = useState('');
  const [department, setDepartment] = useState<string | null>(null);
  const [group, setGroup] = useState<string | null>(null);
  const [left, setLeft] = useState<readonly string[]>([]);
  const found = data?.people ?? [];
  const known = new Map([...people, ...found].map((person) => [person.id, person]));
  const { addresses, others } = addressesIn(pasted);
  const count = way === 'search' ? people.length : way === 'paste' ? addresses.length : Number(Boolean(department || group));
  const tooMany = way === 'paste' && addresses.length > maxAddresses;

  const onEnter = useTakeOnly({
    typed: search,
    ready: search.trim() === wanted && data !== undefined && !isPlaceholderData,
    suggestions: found.filter((person) => !people.some(({ id: each }) => each === person.id)),
    take: (only) => {
      setPeople([...people, only]);
      setSearch('');
    },
  });
  const submit = async () => {
    const unknown = await add(
      way === 'search'
        ? { people: people.map((person) => person.id) }
        : way === 'paste'
          ? { addresses }
          : { filter: { ...(department ? { department } : {}), ...(group ? { group } : {}) } },
    );
    if (!unknown) return;
    setPeople([]);
    setPasted('');
    setDepartment(null);
    setGroup(null);
    setLeft(way === 'paste' ? [...unknown, ...others] : []);
  };
  return (
    <section className="user-group-add" aria-label={t('userGroups.add.title')}>
      <Segmented
        label={t('userGroups.add.title')}
        segments={ways.map((value) => ({ value, label: t(`userGroups.add.${value}`) }))}
        value={way}
        onChange={setWay}
      />
      {way === 'search' && (
        <MultiSelect
          label={t('userGroups.add.people')}
          placeholder={people.length === 0 ? t('userGroups.add.peopleHint') : undefined}
          data={[...known.values()].map((person) => ({ value: person.id, label: person.name }))}
          value={people.map((person) => person.id)}
          onChange={(ids) => {
            setPeople(ids.flatMap((each) => known.get(each) ?? []));
            setSearch('');
          }}
          searchable
          openOnFocus={false}
          searchValue={search}
          onKeyDown={onEnter}
          onSearchChange={setSearch}
          filter={({ options }) => options.filter((option) => 'value' in option && found.some((person) => person.id === option.value))}
          renderOption={({ option }) => (
            <span className="user-group-option">
              <span>{known.get(option.value)?.name}</span>
              <span className="muted tiny">{known.get(option.value)?.email}</span>
            </span>
          )}
          hidePickedOptions
          nothingFoundMessage={error ? t('userGroups.add.failed') : data ? t('userGroups.add.none') : t('ui.loading')}
          comboboxProps={{ zIndex: aboveDrawer }}
          withScrollArea={false}
        />
      )}
      {way === 'paste' && (
        <Textarea
          label={t('userGroups.add.addresses')}
          description={t('userGroups.add.addressesHelp', { count: addresses.length })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={pasted}
          onChange={(event) => setPasted(event.currentTarget.value)}
          error={tooMany ? t('userGroups.add.tooMany', { count: maxAddresses }) : undefined}
          autosize
          minRows={3}
          maxRows={8}
          spellCheck={false}
        />
      )}
      {way === 'filter' && (
        <div className="user-group-filter">
          <Select
            label={t('userGroups.add.department')}
            placeholder={t('userGroups.add.any')}
            data={data?.departments ?? []}
            value={department}
            onChange={setDepartment}
            clearable
            searchable
            comboboxProps={{ zIndex: aboveDrawer }}
            withScrollArea={false}
          />
          <Select
            label={t('userGroups.add.group')}
            placeholder={t('userGroups.add.any')}
            data={(data?.groups ?? []).map((each) => ({ value: each.id, label: each.name }))}
            value={group}
            onChange={setGroup}
            clearable
            searchable
            comboboxProps={{ zIndex: aboveDrawer }}
            withScrollArea={false}
          />
          <p className="small muted">{t('userGroups.add.filterHelp')}</p>
        </div>
      )}
      <Button
        kind="primary"
        loading={busy}
        disabledReason={count === 0 ? t(`userGroups.add.missing.${way}`) : null}
        onClick={() => !tooMany && void submit()}
      >
        {way === 'filter' ? t('userGroups.add.all') : t('userGroups.add.submit', { count })}
      </Button>
      {left.length > 0 && (
        <Notice tone="warn" live title={t('userGroups.add.unknown', { count: left.length })}>
          {left.join(', ')}
        </Notice>
      )}
    </section>
  );
}
