import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { windowTargets } from '../../../domain/maintenance/window.ts';
import { useTranslation } from '../../i18n.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { targetsQuery } from './queries.ts';
import type { WindowFormState } from './use-window-form.ts';

const settleMs = 200;
const maxTargets = 100;

function Items({ form, target }: { form: WindowFormState; target: 'report' | 'group' | 'subgroup' }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), settleMs);
  // No suspense: suggestions for what is typed; the field itself says that they load.
  const { data } = useQuery(targetsQuery(target, wanted));
  const { items } = form.draft;
  const known = new Map([...items, ...(data ?? [])].map((item) => [item.id, item]));
  return (
    <MultiSelect
      label={t(`maintenance.targets.${target}`)}
      data={[...known.values()].map(({ id, name }) => ({ value: id, label: name }))}
      value={items.map(({ id }) => id)}
      onChange={(ids) => {
        form.change({ items: ids.map((id) => known.get(id)).filter((item) => item !== undefined) });
        setSearch('');
      }}
      error={form.getError('targetIds')}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options }) => options.filter((option) => 'value' in option && data?.some((item) => item.id === option.value))}
      hidePickedOptions
      maxValues={maxTargets}
      nothingFoundMessage={data ? t('maintenance.targets.none') : t('ui.loading')}
      comboboxProps={{ zIndex: 320 }}
      withScrollArea={false}
      classNames={{ options: 'group-options' }}
    />
  );
}

/** The window's targets: reports, groups, sub-groups, or the whole unit. */
export function TargetPicker({ form }: { form: WindowFormState }) {
  const { t } = useTranslation();
  const { target } = form.draft;
  return (
    <>
      <Segmented
        label={t('maintenance.form.target')}
        segments={windowTargets.map((value) => ({ value, label: t(`maintenance.target.${value}`) }))}
        value={target}
        onChange={(next) => form.change({ target: next, items: [] })}
      />
      {target === 'unit' ? <p className="small muted">{t('maintenance.unitHelp')}</p> : <Items key={target} form={form} target={target} />}
    </>
  );
}
