import { Combobox, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hueColor } from '../../../domain/themes/hues.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { optionsQuery } from './queries.ts';

const settleMs = 200;

/** Adds the filter "of a group" to the list of sub-groups. */
export function GroupFilter({ onChoose }: { onChoose: (id: string) => void }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search, settleMs);
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setSearch('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  // No suspense: suggestions for what is typed.
  const { data } = useQuery({ ...optionsQuery(wanted), enabled: combobox.dropdownOpened });
  const choose = (id: string) => {
    combobox.closeDropdown();
    onChoose(id);
  };
  return (
    <Combobox store={combobox} width={280} position="bottom-start" onOptionSubmit={choose}>
      <Combobox.Target targetType="button">
        <Button kind="text" size="s" icon={IconPlus} onClick={() => combobox.toggleDropdown()}>
          {t('groups.filter.group')}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label={t('groups.filter.find')}
          placeholder={t('groups.filter.find')}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            combobox.updateSelectedOptionIndex();
          }}
        />
        <Combobox.Options className="group-options" aria-label={t('groups.filter.group')}>
          {data?.items.map((group) => (
            <Combobox.Option key={group.id} value={group.id}>
              <span className="group-name">
                <span className="hue-square" style={{ background: hueColor(group.hue) }} aria-hidden="true" />
                {group.name}
              </span>
            </Combobox.Option>
          ))}
          {data?.items.length === 0 && <Combobox.Empty>{t('groups.filter.none')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
