import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { IconButton } from '../IconButton.tsx';
import { IconSearch, IconX } from '../icons.ts';
import { mayUseSingleKey } from '../shortcuts.ts';
import type { Search } from './types.ts';

const SETTLE = 250;

/** Searches while typing, debounced. `/` focuses it from anywhere in the page. */
export function SearchBox({ value, label, placeholder, onChange }: Search) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  // An external change (Back, "clear filters") replaces the typed text.
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  // Only the last keystroke's timer counts.
  useEffect(() => {
    if (typed === known) return;
    const timer = setTimeout(() => {
      setKnown(typed);
      onChange(typed);
    }, SETTLE);
    return () => clearTimeout(timer);
  }, [typed, known, onChange]);
  // The shortcut works anywhere in the page.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || !mayUseSingleKey(event)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const set = (text: string) => {
    setTyped(text);
    setKnown(text);
    onChange(text);
  };
  return (
    <search className="search-box">
      <IconSearch size={15} aria-hidden="true" />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') set(typed);
          if (event.key === 'Escape' && typed) {
            event.stopPropagation();
            set('');
          }
        }}
      />
      {typed && <IconButton size="s" icon={IconX} label={t('ui.table.clearSearch')} onClick={() => set('')} />}
    </search>
  );
}
