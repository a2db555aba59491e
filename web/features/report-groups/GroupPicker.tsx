import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { optionsQuery } from './queries.ts';
import type { GroupForm } from './use-group-form.ts';

const settleMs = 200;
const aboveDrawer = 320;

type Props = { form: GroupForm; current: { id: string; name: string } | null };

/** Chooses the group of a sub-group; searched on the server, because there may be many. */
export function GroupPicker({ form, current }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), settleMs);
  // No suspense: suggestions for what is typed.
  const { data } = useQuery(optionsQuery(wanted === current?.name ? '' : wanted));
  const groups = new Map([...(current ? [current] : []), ...(data?.items ?? [])].map((group) => [group.id, group.name]));
  const { groupId } = form.draft;
  return (
    <Select
      data-autofocus={groupId === null || undefined}
      openOnFocus={false}
      label={t('groups.form.group')}
      data={[...groups].map(([value, label]) => ({ value, label }))}
      value={groupId}
      onChange={(id) => form.set('groupId', id)}
      error={form.getError('groupId')}
      searchable
      onSearchChange={setSearch}
      filter={({ options }) => options}
      nothingFoundMessage={data ? t('groups.filter.none') : t('ui.loading')}
      allowDeselect={false}
      comboboxProps={{ zIndex: aboveDrawer }}
      withScrollArea={false}
      classNames={{ options: 'group-options' }}
    />
  );
}
