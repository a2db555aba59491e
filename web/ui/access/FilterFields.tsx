import { Select, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DraftProblems, FilterDraft, ValueKind } from '../../../domain/report-access/draft.ts';
import { getMaxValues } from '../../../domain/report-access/grant-rule.ts';
import { filterOperators } from '../../../domain/reports/filters.ts';
import { useTranslation } from '../../i18n.ts';
import { IconButton } from '../IconButton.tsx';
import { IconX } from '../icons.ts';

const aboveDrawer = 320;
const kinds: readonly ValueKind[] = ['text', 'number', 'boolean'];

/** Reads the values of a column of one report's model. */
export type ValuesOf = {
  report: string;
  read: (table: string, column: string) => Promise<{ values: string[] | null; refused: 'rls' | 'unlisted' | null }>;
};

type Props = {
  at: number;
  filter: FilterDraft;
  problems: DraftProblems['filters'][number];
  onChange: (change: Partial<FilterDraft>) => void;
  onRemove: () => void;
  /** Reads a column's values; absent where this user may not. */
  toValues?: ValuesOf | undefined;
};

/** A fixed filter: a column of the report's model, an operator and values. */
export function FilterFields({ at, filter, problems, onChange, onRemove, toValues }: Props) {
  const { t } = useTranslation();
  const { table, column } = filter;
  // Fetched when the values are chosen, not on every keystroke in the column's name.
  const [asked, setAsked] = useState('');
  const place = JSON.stringify([table.trim(), column.trim()]);
  // No suspense: suggestions for the values of a column.
  const listed = useQuery({
    queryKey: ['model-values', toValues?.report, place],
    queryFn: () => toValues?.read(table.trim(), column.trim()) ?? null,
    enabled: toValues !== undefined && asked === place && table.trim() !== '' && column.trim() !== '',
    ...{ staleTime: 600_000, retry: false, refetchOnWindowFocus: false },
  });
  const help = [
    t('access.filter.valuesHelp', { count: getMaxValues(filter.operator) }),
    listed.data?.refused && t(`access.values.${listed.data.refused}`),
  ];
  const named = t('access.filter', { number: at + 1 });
  const error = (field: 'table' | 'column' | 'values') => {
    const problem = problems[field];
    return problem && t(problem, { name: t(`access.filter.${field}`) });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset within a fieldset reads its legend with every field.
    <div className="access-filter" role="group" aria-label={named}>
      <TextInput
        label={t('access.filter.table')}
        value={filter.table}
        onChange={(event) => onChange({ table: event.currentTarget.value })}
        error={error('table')}
        maxLength={200}
        autoComplete="off"
      />
      <TextInput
        label={t('access.filter.column')}
        value={filter.column}
        onChange={(event) => onChange({ column: event.currentTarget.value })}
        error={error('column')}
        maxLength={200}
        autoComplete="off"
      />
      <Select
        label={t('access.filter.operator')}
        data={filterOperators.map((value) => ({ value, label: t(`access.operator.${value}`) }))}
        value={filter.operator}
        onChange={(value) => onChange({ operator: filterOperators.find((operator) => operator === value) ?? 'In' })}
        allowDeselect={false}
        comboboxProps={{ zIndex: aboveDrawer }}
        withScrollArea={false}
        classNames={{ options: 'access-options' }}
      />
      <Select
        label={t('access.filter.kind')}
        data={kinds.map((value) => ({ value, label: t(`access.kind.${value}`) }))}
        value={filter.kind}
        onChange={(value) => onChange({ kind: kinds.find((kind) => kind === value) ?? 'text', values: [] })}
        allowDeselect={false}
        comboboxProps={{ zIndex: aboveDrawer }}
        withScrollArea={false}
        classNames={{ options: 'access-options' }}
      />
      {filter.kind === 'boolean' ? (
        <Select
          className="access-filter-values"
          label={t('access.filter.values')}
          data={[
            { value: 'true', label: t('ui.yes') },
            { value: 'false', label: t('ui.no') },
          ]}
          value={filter.values[0] ?? null}
          onChange={(value) => onChange({ values: value ? [value] : [] })}
          error={error('values')}
          comboboxProps={{ zIndex: aboveDrawer }}
          withScrollArea={false}
        />
      ) : (
        <TagsInput
          className="access-filter-values"
          label={t('access.filter.values')}
          description={help.filter(Boolean).join(' ')}
          data={listed.data?.values ?? []}
          onFocus={() => setAsked(place)}
          comboboxProps={{ zIndex: aboveDrawer }}
          withScrollArea={false}
          classNames={{ options: 'access-options' }}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={[...filter.values]}
          onChange={(values) => onChange({ values })}
          error={error('values')}
          acceptValueOnBlur
          splitChars={[';']}
        />
      )}
      <IconButton icon={IconX} label={t('access.filter.remove', { number: at + 1 })} onClick={onRemove} />
    </div>
  );
}
