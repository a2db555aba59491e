import { Modal } from '@mantine/core';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import { useGo } from '../../app/address/address.ts';
import { useWho } from '../../app/session/session.ts';
import { palette, shortcutSheet } from '../../app/shell/overlays.ts';
import { isApple } from '../../app/shell/platform.ts';
import { type Enter, takeTyping } from '../../app/shell/typed-ahead.ts';
import { useTranslation } from '../../i18n.ts';
import { IconSearch } from '../../ui/icons.ts';
import { useStartFocus } from '../../ui/use-start-focus.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { PaletteRow } from './PaletteRow.tsx';
import { getItems, moveBy, type PaletteItem, shortestQuery } from './palette-items.ts';
import { usePaletteSections } from './use-palette-sections.ts';
import { useToggleFavorite } from './use-toggle-favorite.ts';
import './palette.css';

const typingPauseMs = 120;

/** Debounces a text, so that not every keystroke calls the server. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? text : paused;
}

function Hint({ keys, children }: { keys: readonly string[]; children: string }) {
  return (
    <span>
      {keys.map((key) => (
        <kbd className="kbd" key={key}>
          {key}
        </kbd>
      ))}{' '}
      {children}
    </span>
  );
}

function PaletteBody() {
  const { t } = useTranslation();
  const who = useWho();
  const label = t(who && can(who, 'settings.read') ? 'palette.input.manage' : 'palette.input');
  const go = useGo();
  const base = useId();
  const [text, setText] = useState('');
  const query = useDeferredValue(usePaused(text));
  const { sections, searching, failed } = usePaletteSections(query);
  const items = getItems(sections);
  const [chosen, setChosen] = useState<string | null>(null);
  const active = items.find((item) => item.id === chosen) ?? items[0];
  const toggleFavorite = useToggleFavorite();
  const list = useRef<HTMLDivElement>(null);
  // The rows still belong to an earlier text.
  const behind = query.trim() !== text.trim() || searching;
  const [awaited, setAwaited] = useState<Enter | null>(null);
  const getDomId = (item: PaletteItem) => `${base}${items.indexOf(item)}`;

  function choose(item: PaletteItem, newTab: boolean) {
    if (item.kind === 'action') {
      palette.close();
      return item.run();
    }
    if (newTab) return void window.open(item.href, '_blank', 'noopener');
    palette.close();
    go(item.href);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    if (step) {
      event.preventDefault();
      setAwaited(null);
      setChosen(moveBy(items, active?.id ?? null, step));
      return;
    }
    if (event.key === '?' && text === '') {
      event.preventDefault();
      palette.close();
      shortcutSheet.open();
      return;
    }
    if (event.key !== 'Enter' || !(active || behind) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (event.shiftKey) {
      if (active?.kind === 'report' && toggleFavorite) void toggleFavorite(active.report);
      return;
    }
    const newTab = event.ctrlKey || event.metaKey;
    if (behind && chosen === null) setAwaited(newTab ? 'newTab' : 'here');
    else if (active) choose(active, newTab);
  }

  // Users type and press Enter at once: that means the first row of what they typed, not of what is still listed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the rows have caught up.
  useEffect(() => {
    if (!awaited || behind) return;
    setAwaited(null);
    const [first] = items;
    if (first) choose(first, awaited === 'newTab');
  }, [awaited, behind]);

  // Keeps the active row visible while the arrow keys move.
  useEffect(() => {
    if (chosen) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const asked = query.trim().length >= shortestQuery;
  const nothing = items.length === 0 && !searching;
  return (
    <>
      <div className="palette-head">
        <IconSearch size={20} stroke={1.9} aria-hidden="true" />
        <input
          data-autofocus
          type="text"
          role="combobox"
          aria-expanded={items.length > 0}
          aria-controls={`${base}list`}
          aria-activedescendant={active ? getDomId(active) : undefined}
          aria-autocomplete="list"
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onFocus={() => {
            const { text: ahead, enter } = takeTyping();
            if (ahead) setText((before) => before + ahead);
            if (enter) setAwaited(enter);
          }}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setChosen(null);
            setAwaited(null);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="kbd palette-close" onClick={palette.close} aria-label={t('ui.close')}>
          Esc
        </button>
      </div>
      <div ref={list} id={`${base}list`} role="listbox" aria-label={t('palette.results')} className="palette-list">
        {sections.map((section) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox.
          <div key={section.name} role="group" aria-labelledby={`${base}${section.name}`}>
            <div id={`${base}${section.name}`} className="palette-section">
              {t(`palette.section.${section.name}`)}
            </div>
            {section.items.map((item) => (
              <PaletteRow
                key={item.id}
                item={item}
                domId={getDomId(item)}
                active={item === active}
                onHover={() => item !== active && setChosen(item.id)}
                onPress={(event) => choose(item, event.ctrlKey || event.metaKey)}
              />
            ))}
          </div>
        ))}
      </div>
      {failed && <p className="palette-note">{t('palette.failed')}</p>}
      {nothing && !failed && <p className="palette-note">{t('palette.nothing', { query: query.trim() })}</p>}
      <VisuallyHidden role="status">
        {asked && (searching ? t('palette.searching') : t('palette.count', { count: items.length }))}
      </VisuallyHidden>
      <div className="palette-foot" aria-hidden="true">
        <Hint keys={['↑', '↓']}>{t('palette.hint.choose')}</Hint>
        <Hint keys={[isApple ? '⌘ Enter' : 'Ctrl Enter']}>{t('palette.hint.newTab')}</Hint>
        {toggleFavorite && <Hint keys={['Shift Enter']}>{t('palette.hint.favorite')}</Hint>}
        <span className="push">
          <Hint keys={['?']}>{t('palette.hint.shortcuts')}</Hint>
        </span>
      </div>
    </>
  );
}

/** Search and navigation: reports, groups, screens and actions from one field. */
export function Palette() {
  const { t } = useTranslation();
  const opened = palette.useIsOpen();
  const attach = useStartFocus(useRef<HTMLElement>(null));
  return (
    <Modal.Root
      opened={opened}
      onClose={palette.close}
      size={640}
      yOffset="12vh"
      zIndex={340}
      transitionProps={{ transition: 'fade', duration: 120 }}
    >
      <Modal.Overlay backgroundOpacity={1} />
      <Modal.Content ref={attach} aria-label={t('palette.title')} className="palette">
        <PaletteBody />
      </Modal.Content>
    </Modal.Root>
  );
}
