import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { useTakeOnly } from '../../ui/use-take-only.ts';
import { viewersQuery } from './queries.ts';
import type { GroupForm, Person } from './use-group-form.ts';

const settleMs = 200;
const aboveDrawer = 320;
const maxPeople = 500;

/** Chooses users by the beginning of a name or e-mail; the server searches, chosen users become chips. */
export function PeoplePicker({ form }: { form: GroupForm }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState(false);
  const [wanted] = useDebouncedValue(search.trim(), settleMs);
  // No suspense: suggestions for what is typed.
  const { data, error, isPlaceholderData } = useQuery({ ...viewersQuery(wanted), enabled: opened });
  const found: readonly Person[] = data?.people ?? [];
  const chosen = form.draft.viewers.map((id) => form.people.get(id)).filter((person) => person !== undefined);
  const known = new Map([...chosen, ...found].map((person) => [person.id, person]));
  const onEnter = useTakeOnly({
    typed: search,
    ready: search.trim() === wanted && data !== undefined && !isPlaceholderData,
    suggestions: found.filter((person) => !form.draft.viewers.includes(person.id)),
    take: (only) => {
      form.know([only]);
      form.set('viewers', [...form.draft.viewers, only.id]);
      setSearch('');
    },
  });
  return (
    <MultiSelect
      label={t('groups.form.people')}
      placeholder={chosen.length === 0 ? t('groups.form.peoplePlaceholder') : undefined}
      data={[...known.values()].map((person) => ({ value: person.id, label: person.name }))}
      value={[...form.draft.viewers]}
      onChange={(ids) => {
        form.know(found.filter((person) => ids.includes(person.id)));
        form.set('viewers', ids);
        setSearch('');
      }}
      error={form.getError('viewers')}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => setOpened(true)}
      onKeyDown={onEnter}
      // The server has filtered already; chosen users are left out.
      filter={({ options }) => options.filter((option) => 'value' in option && found.some((person) => person.id === option.value))}
      renderOption={({ option }) => (
        <span className="person-option">
          <span>{known.get(option.value)?.name}</span>
          <span className="muted tiny">{known.get(option.value)?.email}</span>
        </span>
      )}
      hidePickedOptions
      maxValues={maxPeople}
      clearable
      clearButtonProps={{ 'aria-label': t('groups.form.clearPeople') }}
      nothingFoundMessage={error ? t('groups.form.peopleFailed') : data ? t('groups.form.peopleNone') : t('ui.loading')}
      comboboxProps={{ zIndex: aboveDrawer }}
      withScrollArea={false}
      classNames={{ options: 'group-options' }}
    />
  );
}
