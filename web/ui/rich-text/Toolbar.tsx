import { TextInput } from '@mantine/core';
import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { type KeyboardEvent, useRef, useState } from 'react';
import { getHref } from '../../../domain/rich-text/href.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../Button.tsx';
import { IconButton } from '../IconButton.tsx';
import {
  IconBlockquote,
  IconBold,
  IconCode,
  IconCodeDots,
  IconH2,
  IconH3,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
} from '../icons.ts';
import { hasMark, isInside, linkAt, setLink, turnBlock, turnMark } from './editor-commands.ts';

const tools = [
  { name: 'strong', icon: IconBold, isMark: true },
  { name: 'em', icon: IconItalic, isMark: true },
  { name: 'code', icon: IconCode, isMark: true },
  { name: 'h2', icon: IconH2, isMark: false },
  { name: 'h3', icon: IconH3, isMark: false },
  { name: 'ul', icon: IconList, isMark: false },
  { name: 'ol', icon: IconListNumbers, isMark: false },
  { name: 'blockquote', icon: IconBlockquote, isMark: false },
  { name: 'pre', icon: IconCodeDots, isMark: false },
] as const;

type Props = { state: EditorState; view: EditorView };

/** The editor's buttons: one stop of Tab, arrows between them. */
export function Toolbar({ state, view }: Props) {
  const { t } = useTranslation();
  const [at, setAt] = useState(0);
  const [address, setAddress] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const run = (command: Command) => {
    command(view.state, view.dispatch, view);
    view.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = tools.length;
    const next = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  };
  const close = () => {
    setAddress(null);
    setWrong(false);
    view.focus();
  };
  const apply = () => {
    const written = (address ?? '').trim();
    const href = getHref(/^[^\s:/]+@/.test(written) ? `mailto:${written}` : written);
    if (!href) return setWrong(true);
    run(setLink(href));
    close();
  };
  return (
    <>
      <div ref={bar} className="rich-toolbar" role="toolbar" aria-label={t('ui.richText.toolbar')} onKeyDown={onKeyDown}>
        {tools.map(({ name, icon, isMark }, index) => (
          <IconButton
            key={name}
            size="s"
            icon={icon}
            label={t(`ui.richText.${name}`)}
            aria-pressed={isMark ? hasMark(state, name) : isInside(state, name)}
            tabIndex={index === at ? 0 : -1}
            onFocus={() => setAt(index)}
            onClick={() => run(isMark ? turnMark(name) : turnBlock(name))}
          />
        ))}
        <IconButton
          size="s"
          icon={IconLink}
          label={t('ui.richText.link')}
          aria-pressed={hasMark(state, 'a')}
          aria-expanded={address !== null}
          tabIndex={at === tools.length ? 0 : -1}
          onFocus={() => setAt(tools.length)}
          onClick={() => setAddress(address === null ? linkAt(state) : null)}
        />
      </div>
      {address !== null && (
        <div className="rich-link">
          <TextInput
            label={t('ui.richText.address')}
            value={address}
            placeholder="https://"
            maxLength={2000}
            error={wrong && t('ui.richText.addressWrong')}
            autoFocus
            autoComplete="off"
            onChange={(event) => {
              setAddress(event.currentTarget.value);
              setWrong(false);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== 'Escape') return;
              // Neither submits nor closes the form around it.
              event.preventDefault();
              event.stopPropagation();
              if (event.key === 'Enter') apply();
              else close();
            }}
          />
          <Button size="s" onClick={apply}>
            {t('ui.richText.apply')}
          </Button>
          {hasMark(state, 'a') && (
            <Button
              size="s"
              onClick={() => {
                run(setLink(null));
                close();
              }}
            >
              {t('ui.richText.unlink')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
