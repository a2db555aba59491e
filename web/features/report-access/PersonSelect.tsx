import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../app/data/api.ts';
import { useTranslation } from '../../i18n.ts';
import { useTakeOnly } from '../../ui/use-take-only.ts';

const settleMs = 200;
type Person = { id: string; name: string; detail: string };
type Props = { value: string | null; known: Person | null; onChange: (id: string | null) => void };

/** Chooses one user of the tenant, whatever their status, by the beginning of a name or e-mail; searched on the server. */
export function PersonSelect({ value, known, onChange }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  const [dropped, setDropped] = useState(false);
  // The chosen name in the field is not a search.
  const search = typed === known?.name ? '' : typed.trim();
  const [wanted] = useDebouncedValue(search, settleMs);
  // No suspense: suggestions for what is typed.
  const found = useQuery({
    queryKey: ['grant-subjects', 'anyone', wanted],
    queryFn: ({ signal }) => call('GET /api/auth/grant-subjects', { q: wanted, who: 'anyone' }, { signal }),
    enabled: opened,
    placeholderData: (before) => before,
  });
  const offered = (found.data?.subjects ?? []).flatMap(({ id, name, detail }) =>
    id ? [{ id, name: name ?? '', detail: detail ?? '' }] : [],
  );
  const people = new Map([...(known ? [known] : []), ...offered].map((person) => [person.id, person]));
  const onEnter = useTakeOnly({
    typed: search,
    ready: search === wanted && found.data !== undefined && !found.isPlaceholderData,
    suggestions: offered,
    take: ({ id }) => {
      onChange(id);
      setDropped(false);
    },
  });
  return (
    <Select
      label={t('access.why.person')}
      description={t('access.why.person.help')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={t('access.why.person.placeholder')}
      data={[...people.values()].map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={(id) => onChange(id)}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // Closed after a choice by Enter too, because the list would cover the answer.
      dropdownOpened={dropped}
      onDropdownOpen={() => {
        setOpened(true);
        setDropped(true);
      }}
      onDropdownClose={() => setDropped(false)}
      onKeyDown={onEnter}
      // The server has filtered already.
      filter={({ options }) => options.filter((option) => 'value' in option && offered.some(({ id }) => id === option.value))}
      renderOption={({ option }) => (
        <span className="access-subject">
          <span>{option.label}</span>
          <span className="muted tiny">{people.get(option.value)?.detail}</span>
        </span>
      )}
      nothingFoundMessage={found.error ? t('access.subject.failed') : found.data ? t('access.subject.none') : t('ui.loading')}
      allowDeselect={false}
      withScrollArea={false}
      classNames={{ options: 'access-options' }}
    />
  );
}
