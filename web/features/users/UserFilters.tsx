import { Popover, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { positions } from '../../../domain/users/person.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconFilter } from '../../ui/icons.ts';
import { DateRangeFilter, useDateRangeChip } from '../../ui/table/DateRangeFilter.tsx';
import type { ActiveFilter, DayRange } from '../../ui/table/types.ts';
import { choicesQuery } from './loader.ts';
import type { UsersAddress } from './use-users-address.ts';
import { flagWord, languageNames, languages, profileWord } from './words.ts';

const fields = ['profile', 'group', 'department', 'position', 'language', 'flag', 'factor'] as const;
type Field = (typeof fields)[number];
type Option = { value: string; label: string };

/** The options of each filter. */
function useOptions(): Record<Field, Option[]> {
  const { t } = useTranslation();
  // No suspense: the filters can be opened before their groups and departments are known.
  const { data } = useQuery(choicesQuery);
  return {
    profile: (data?.profiles ?? []).map((value) => ({ value, label: profileWord(value, t) })),
    group: (data?.groups ?? []).map(({ id, name }) => ({ value: id, label: name })),
    department: (data?.departments ?? []).map((value) => ({ value, label: value })),
    position: positions.map((value) => ({ value, label: t(`users.position.${value}`) })),
    language: languages.map((value) => ({ value, label: languageNames[value] })),
    factor: (['with', 'without'] as const).map((value) => ({ value, label: t(`users.factor.${value}`) })),
    flag: (data?.flags ?? []).map(({ flag }) => ({ value: flag, label: flagWord(flag, t) })),
  };
}

function useSignedIn({ list }: UsersAddress) {
  const { t } = useTranslation();
  const { from, to } = list.values;
  return {
    label: t('users.filter.signedIn'),
    value: { from, to },
    onChange: (range: DayRange) => list.refine({ from: range.from, to: range.to }),
  };
}

/** The active filters, as chips. */
export function useActiveFilters(address: UsersAddress): ActiveFilter[] {
  const { t } = useTranslation();
  const options = useOptions();
  const { list, filter } = address;
  const signed = useDateRangeChip('signedIn', useSignedIn(address));
  const chosen = fields.flatMap((field) => {
    const value = filter[field];
    if (!value) return [];
    const label = options[field].find((option) => option.value === value)?.label ?? (field === 'group' ? '…' : value);
    return [{ id: field, label: `${t(`users.column.${getWord(field)}`)}: ${label}`, onRemove: () => list.refine({ [field]: undefined }) }];
  });
  return [...chosen, ...signed];
}

const getWord = (field: Field) => (field === 'group' ? 'groups' : field === 'flag' ? 'flags' : field);

/** Adds filters: one value each, and a date range for the last sign-in. */
export function UserFilters({ address }: { address: UsersAddress }) {
  const { t } = useTranslation();
  const options = useOptions();
  const { list, filter } = address;
  const signed = useSignedIn(address);
  return (
    <>
      <Popover position="bottom-start" width={300} withinPortal trapFocus returnFocus>
        <Popover.Target>
          <Button kind="text" size="s" icon={IconFilter}>
            {t('users.filter.add')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('users.filter.add')}>
          <div className="user-filters">
            {fields
              .filter((field) => options[field].length > 0)
              .map((field) => (
                <Select
                  key={field}
                  label={t(`users.column.${getWord(field)}`)}
                  data={options[field]}
                  value={filter[field] ?? null}
                  onChange={(value) => list.refine({ [field]: value ?? undefined })}
                  placeholder={t('users.filter.any')}
                  searchable={options[field].length > 8}
                  nothingFoundMessage={t('users.filter.none')}
                  clearable
                  comboboxProps={{ withinPortal: false }}
                  clearButtonProps={{ 'aria-label': t('users.filter.clear') }}
                  withScrollArea={false}
                  classNames={{ options: 'group-options' }}
                />
              ))}
          </div>
        </Popover.Dropdown>
      </Popover>
      <DateRangeFilter {...signed} />
    </>
  );
}
