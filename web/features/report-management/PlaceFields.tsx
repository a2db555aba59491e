import { Select } from '@mantine/core';
import { useTranslation } from '../../i18n.ts';
import { usePlaces } from './queries.ts';

const aboveDrawer = 320;
const nowhere = 'none';

export type PlaceValue = { groupId: string | null; subgroupId: string | null };
type Props = PlaceValue & { onChange: (place: PlaceValue) => void; error?: string | undefined };

/** The group and sub-group of a report; a sub-group is offered only where the group has some. */
export function PlaceFields({ groupId, subgroupId, onChange, error }: Props) {
  const { t } = useTranslation();
  const groups = usePlaces()?.groups ?? [];
  const subgroups = groups.find((group) => group.id === groupId)?.subgroups ?? [];
  const common = {
    searchable: true,
    allowDeselect: false,
    comboboxProps: { zIndex: aboveDrawer },
    withScrollArea: false,
    classNames: { options: 'group-options' },
    nothingFoundMessage: t('manage.filter.none'),
  } as const;
  return (
    <>
      <Select
        {...common}
        label={t('manage.field.group')}
        data={[
          { value: nowhere, label: t('manage.field.noGroup') },
          ...groups.map((group) => ({
            value: group.id,
            label: group.hidden ? t('manage.field.hiddenGroup', { name: group.name }) : group.name,
          })),
        ]}
        value={groupId ?? nowhere}
        onChange={(value) => onChange({ groupId: value === nowhere ? null : value, subgroupId: null })}
        error={error}
      />
      {subgroups.length > 0 && (
        <Select
          {...common}
          label={t('manage.field.subgroup')}
          data={[{ value: nowhere, label: t('manage.field.noSubgroup') }, ...subgroups.map(({ id, name }) => ({ value: id, label: name }))]}
          value={subgroupId ?? nowhere}
          onChange={(value) => onChange({ groupId, subgroupId: value === nowhere ? null : value })}
        />
      )}
    </>
  );
}
