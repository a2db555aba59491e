import { Combobox, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { useTakeOnly } from '../../ui/use-take-only.ts';

type Found = { id: string; label: ReactNode };
type Props = {
  label: string;
  placeholder: string;
  /** Undefined while the server searches. */
  found: readonly Found[] | undefined;
  /** The results belong to the previous search. */
  stale: boolean;
  /** Receives the search text while the list is open; null when it is closed. */
  onAsk: (search: string | null) => void;
  onChoose: (id: string) => void;
};

const settleMs = 200;
const aboveDrawer = 320;

/** A button that opens a search; choosing a result adds it and keeps the search open for the next one. */
export function Finder({ label, placeholder, found, stale, onAsk, onChoose }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  // The query of the current results.
  const [sought, setSought] = useState<string | null>(null);
  const [wanted] = useDebouncedValue(search.trim(), settleMs);
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setSearch('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const onEnter = useTakeOnly({
    typed: search,
    ready: search.trim() === sought && found !== undefined && !stale,
    suggestions: found ?? [],
    take: ({ id }) => {
      onChoose(id);
      setSearch('');
    },
  });
  const asked = combobox.dropdownOpened ? wanted : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query changes with the search, not with the listener.
  useEffect(() => {
    onAsk(asked);
    setSought(asked);
  }, [asked]);
  return (
    <Combobox store={combobox} width={360} position="bottom-start" zIndex={aboveDrawer} onOptionSubmit={onChoose}>
      <Combobox.Target targetType="button">
        <Button icon={IconPlus} onClick={() => combobox.toggleDropdown()}>
          {label}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label={placeholder}
          placeholder={placeholder}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            combobox.updateSelectedOptionIndex();
          }}
          onKeyDown={onEnter}
        />
        <Combobox.Options className="playlist-options" aria-label={label}>
          {found?.map((each) => (
            <Combobox.Option key={each.id} value={each.id}>
              {each.label}
            </Combobox.Option>
          ))}
          {found?.length === 0 && <Combobox.Empty>{t('playlists.find.none')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
