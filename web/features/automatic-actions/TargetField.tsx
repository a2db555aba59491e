import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type TaskTargetKind, targetsOfType } from '../../../domain/automatic-actions/task.ts';
import { useTranslation } from '../../i18n.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { UiLink } from '../../ui/UiLink.tsx';
import { capacitiesQuery } from './loader.ts';
import { type Named, targetsQuery } from './queries.ts';
import type { TaskFormState } from './use-task-form.ts';

const settleMs = 200;
const above = { zIndex: 320 };
type PickProps = { value: Named | null; onChange: (target: Named | null) => void; error?: string | undefined };

/** A capacity that this unit controls. */
export function CapacityPick({ value, onChange, error }: PickProps) {
  const { t } = useTranslation();
  // No suspense: a field of a form, which says itself that its options load.
  const { data } = useQuery(capacitiesQuery);
  const own = (data?.items ?? []).filter(({ controls }) => controls === 'S').map(({ id, name }) => ({ id, name }));
  const known = new Map([...(value ? [value] : []), ...own].map((item) => [item.id, item]));
  return (
    <>
      <Select
        label={t('actions.target.capacity')}
        placeholder={t('actions.target.choose')}
        data={[...known.values()].map(({ id, name }) => ({ value: id, label: name }))}
        value={value?.id ?? null}
        onChange={(id) => onChange(known.get(id ?? '') ?? null)}
        error={error}
        allowDeselect={false}
        comboboxProps={above}
        withScrollArea={false}
        nothingFoundMessage={data ? t('actions.target.none') : t('ui.loading')}
      />
      {data && own.length === 0 && (
        <p className="small muted">
          {t('actions.target.noCapacity')} <UiLink href="/powerbi/resources">{t('shell.entry.capacity')}</UiLink>
        </p>
      )}
    </>
  );
}

type FoundKind = Exclude<TaskTargetKind, 'unit' | 'capacity'>;

function FoundPick({ kind, value, onChange, error }: PickProps & { kind: FoundKind }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState(value?.name ?? '');
  // What stands in the field is its choice, not a search for it.
  const [wanted] = useDebouncedValue(search.trim() === value?.name ? '' : search.trim(), settleMs);
  // No suspense: suggestions for what is typed; the field itself says that they load.
  const { data } = useQuery(targetsQuery(kind, wanted));
  const known = new Map([...(value ? [value] : []), ...(data ?? [])].map((item) => [item.id, item]));
  return (
    <Select
      label={t(`actions.target.${kind}`)}
      placeholder={t('actions.target.search')}
      data={[...known.values()].map(({ id, name }) => ({ value: id, label: name }))}
      value={value?.id ?? null}
      onChange={(id) => onChange(known.get(id ?? '') ?? null)}
      error={error}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options }) => options.filter((option) => 'value' in option && (data ?? []).some((item) => item.id === option.value))}
      nothingFoundMessage={data ? t('actions.target.none') : t('ui.loading')}
      comboboxProps={above}
      withScrollArea={false}
      classNames={{ options: 'group-options' }}
    />
  );
}

/** What a task acts on: a capacity, a report's data, or what goes into maintenance. */
export function TargetField({ form }: { form: TaskFormState }) {
  const { t } = useTranslation();
  const { type, targetKind, target } = form.draft;
  const kinds = targetsOfType[type];
  const pick = { value: target, onChange: (next: Named | null) => form.change({ target: next }), error: form.getError('targetId') };
  return (
    <>
      {kinds.length > 1 && (
        <Segmented
          label={t('actions.field.target')}
          segments={kinds.map((value) => ({ value, label: t(`actions.target.${value}`) }))}
          value={targetKind}
          onChange={(next) => form.change({ targetKind: next, target: null })}
        />
      )}
      {targetKind === 'unit' && <p className="small muted">{t('actions.target.unitHelp')}</p>}
      {targetKind === 'capacity' && <CapacityPick {...pick} />}
      {targetKind !== 'unit' && targetKind !== 'capacity' && <FoundPick key={targetKind} kind={targetKind} {...pick} />}
    </>
  );
}
