import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { peopleQuery } from './queries.ts';

export type Person = { id: string; name: string };
type Props = { value: Person | null; error: string | null; onChange: (person: Person | null) => void };

const settleMs = 200;
const aboveDrawer = 320;

/** Chooses the account among users who allow remote access, by the beginning of a name; searched on the server. */
export function PersonPicker({ value, error, onChange }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), settleMs);
  // No suspense: suggestions for what is typed.
  const { data } = useQuery(peopleQuery(wanted === value?.name ? '' : wanted));
  const people = data?.people ?? [];
  const known = value && !people.some(({ id }) => id === value.id) ? [value, ...people] : people;
  return (
    <Select
      label={t('remote.request.whom')}
      description={t('remote.request.whom.help')}
      data={known.map(({ id, name }) => ({ value: id, label: name }))}
      value={value?.id ?? null}
      onChange={(id) => onChange(known.find((person) => person.id === id) ?? null)}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      nothingFoundMessage={t('remote.request.whom.none')}
      error={error}
      comboboxProps={{ zIndex: aboveDrawer }}
    />
  );
}
