import { Combobox, useCombobox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconPlus } from '../../ui/icons.ts';

type Option = { value: string; label: string; hint?: ReactNode };
type Props = {
  label: string;
  options: readonly Option[] | undefined;
  /** Searches on the server; without it, typing filters the given options. */
  onSearch?: (text: string) => void;
  onChoose: (option: Option) => void;
};

/** Adds a filter with one value of a list. */
export function PickFilter({ label, options, onSearch, onChoose }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setSearch('');
      onSearch?.('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const typed = search.trim().toLowerCase();
  const shown = onSearch || !typed ? options : options?.filter((option) => option.label.toLowerCase().includes(typed));
  return (
    <Combobox
      store={combobox}
      width={280}
      position="bottom-start"
      onOptionSubmit={(value) => {
        combobox.closeDropdown();
        const chosen = options?.find((option) => option.value === value);
        if (chosen) onChoose(chosen);
      }}
    >
      <Combobox.Target targetType="button">
        <Button kind="text" size="s" icon={IconPlus} onClick={() => combobox.toggleDropdown()}>
          {label}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label={t('manage.filter.find', { what: label })}
          placeholder={t('manage.filter.find', { what: label })}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            onSearch?.(event.currentTarget.value);
            combobox.updateSelectedOptionIndex();
          }}
        />
        <Combobox.Options className="group-options" aria-label={label}>
          {shown?.map((option) => (
            <Combobox.Option key={option.value} value={option.value}>
              <span className="managed-option">
                {option.label}
                {option.hint && <span className="muted tiny">{option.hint}</span>}
              </span>
            </Combobox.Option>
          ))}
          {shown?.length === 0 && <Combobox.Empty>{t('manage.filter.none')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
