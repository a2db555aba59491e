import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import type { ActiveFilter } from '../../ui/table/types.ts';
import { CustomFilterButton, customChips, useCustomFields } from '../custom-fields/index.ts';
import { PickFilter } from './PickFilter.tsx';
import { useOwners, usePlaces } from './queries.ts';
import type { ManagedAddress } from './use-managed-address.ts';

const settleMs = 200;

/** Adds filters by group, sub-group, kind and owner to the list. */
export function ManagedFilters({ address }: { address: ManagedAddress }) {
  const { t } = useTranslation();
  const { list, group, subgroup, kind, owner, custom } = address;
  const { fields, own } = useCustomFields('report');
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), settleMs);
  const groups = usePlaces()?.groups;
  const owners = useOwners(wanted);
  const subgroups = groups?.find((each) => each.id === group)?.subgroups ?? [];
  return (
    <>
      {!group && (groups?.length ?? 0) > 0 && (
        <PickFilter
          label={t('manage.filter.group')}
          options={groups?.map(({ id, name }) => ({ value: id, label: name }))}
          onChoose={({ value }) => list.refine({ group: value, subgroup: undefined })}
        />
      )}
      {group && !subgroup && subgroups.length > 0 && (
        <PickFilter
          label={t('manage.filter.subgroup')}
          options={subgroups.map(({ id, name }) => ({ value: id, label: name }))}
          onChoose={({ value }) => list.refine({ subgroup: value })}
        />
      )}
      {!kind && (
        <PickFilter
          label={t('manage.filter.kind')}
          options={(['powerbi', 'external'] as const).map((value) => ({ value, label: t(`manage.kind.${value}`) }))}
          onChoose={({ value }) => list.refine({ kind: value })}
        />
      )}
      {!owner && (
        <PickFilter
          label={t('manage.filter.owner')}
          options={owners?.map(({ id, name, email }) => ({ value: id, label: name, hint: email }))}
          onSearch={setSearch}
          onChoose={({ value }) => list.refine({ owner: value })}
        />
      )}
      <CustomFilterButton fields={fields} own={own} text={custom} onChange={(next) => list.refine({ custom: next })} />
    </>
  );
}

/** The active filters as chips; names come from the cached rows and groups. */
export function useActiveFilters(
  { list, group, subgroup, kind, owner, custom }: ManagedAddress,
  ownerName: string | undefined,
): ActiveFilter[] {
  const { t, language } = useTranslation();
  const { fields, own } = useCustomFields('report');
  const place = usePlaces()?.groups.find((each) => each.id === group);
  const chips: (ActiveFilter | false | undefined)[] = [
    group !== undefined && {
      id: 'group',
      label: t('manage.filter.ofGroup', { name: place?.name ?? '…' }),
      onRemove: () => list.refine({ group: undefined, subgroup: undefined }),
    },
    subgroup !== undefined && {
      id: 'subgroup',
      label: t('manage.filter.ofSubgroup', { name: place?.subgroups.find((each) => each.id === subgroup)?.name ?? '…' }),
      onRemove: () => list.refine({ subgroup: undefined }),
    },
    kind !== undefined && {
      id: 'kind',
      label: t('manage.filter.ofKind', { name: t(`manage.kind.${kind}`) }),
      onRemove: () => list.refine({ kind: undefined }),
    },
    owner !== undefined && {
      id: 'owner',
      label: t('manage.filter.ofOwner', { name: ownerName ?? '…' }),
      onRemove: () => list.refine({ owner: undefined }),
    },
    ...customChips(custom, fields, { t, language, own }, (next) => list.refine({ custom: next })),
  ];
  return chips.filter((chip) => typeof chip === 'object');
}
