import { useSortable } from '@dnd-kit/sortable';
import { NumberInput, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { seconds } from '../../../domain/playlists/limits.ts';
import { useTranslation } from '../../i18n.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconArrowDown, IconArrowUp, IconChevronDown, IconGripVertical, IconTrash } from '../../ui/icons.ts';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import type { DraftItem } from './draft.ts';
import { viewsQuery } from './queries.ts';
import { WindowFields } from './WindowFields.tsx';

type Props = {
  item: DraftItem;
  index: number;
  last: boolean;
  onChange: (change: Partial<DraftItem>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
};

const aboveDrawer = { zIndex: 320 };

/** One item of a playlist: its report and duration; expanded, its page, view, hours and opening mode. */
export function ItemRow({ item, index, last, onChange, onMove, onRemove }: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const panel = useId();
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: item.key });
  const { report } = item;
  // No suspense: the options of one field.
  const views = useQuery({ ...viewsQuery(report.id), enabled: opened });
  const onKeyDown = ({ altKey, key }: KeyboardEvent) => {
    if (altKey && key === 'ArrowUp') onMove(index - 1);
    if (altKey && key === 'ArrowDown') onMove(index + 1);
  };
  const page = report.pages.find((each) => each.name === item.page)?.displayName;
  const facts = [page, item.windows.length > 0 && t('playlists.item.hours'), item.skipped && t('playlists.item.skipped')].filter(Boolean);
  return (
    <li
      ref={setNodeRef}
      className="playlist-item"
      data-dragging={isDragging || undefined}
      style={{ transform: transform ? `translateY(${Math.round(transform.y)}px)` : undefined, transition }}
    >
      <div className="playlist-item-line">
        <span className="playlist-grip" aria-hidden="true" {...listeners}>
          <IconGripVertical size={17} />
        </span>
        <span className="playlist-item-name">
          <span>{report.title || t('playlists.item.unseen')}</span>
          {facts.length > 0 && <span className="muted tiny">{facts.join(' · ')}</span>}
        </span>
        <NumberInput
          aria-label={t('playlists.item.seconds', { name: report.title })}
          value={item.seconds}
          onChange={(value) => typeof value === 'number' && onChange({ seconds: value })}
          min={seconds.least}
          max={seconds.most}
          clampBehavior="blur"
          allowDecimal={false}
          suffix=" s"
          hideControls
          w={76}
        />
        <IconButton
          icon={IconArrowUp}
          size="s"
          label={t('playlists.item.up', { name: report.title })}
          disabledReason={index === 0 && t('playlists.item.first')}
          onClick={() => onMove(index - 1)}
          onKeyDown={onKeyDown}
        />
        <IconButton
          icon={IconArrowDown}
          size="s"
          label={t('playlists.item.down', { name: report.title })}
          disabledReason={last && t('playlists.item.last')}
          onClick={() => onMove(index + 1)}
          onKeyDown={onKeyDown}
        />
        <IconButton
          icon={IconChevronDown}
          size="s"
          label={t('playlists.item.more', { name: report.title })}
          aria-expanded={opened}
          aria-controls={panel}
          onClick={() => setOpened(!opened)}
        />
        <IconButton icon={IconTrash} size="s" label={t('playlists.item.remove', { name: report.title })} onClick={onRemove} />
      </div>
      {opened && (
        <div id={panel} className="playlist-item-more stack">
          <Select
            label={t('playlists.item.page')}
            placeholder={t('playlists.item.firstPage')}
            data={report.pages.map(({ name, displayName }) => ({ value: name, label: displayName }))}
            value={item.page}
            onChange={(next) => onChange({ page: next })}
            clearable
            comboboxProps={aboveDrawer}
          />
          <Select
            label={t('playlists.item.view')}
            placeholder={t('playlists.item.noView')}
            data={views.data?.views.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            value={item.viewId}
            onChange={(next) => onChange({ viewId: next, state: null })}
            clearable
            comboboxProps={aboveDrawer}
          />
          <SwitchRow
            label={t('playlists.item.refresh')}
            text={t('playlists.item.refreshText')}
            checked={item.onOpen === 'refresh'}
            onChange={(on) => onChange({ onOpen: on ? 'refresh' : 'none' })}
          />
          <WindowFields windows={item.windows} onChange={(windows) => onChange({ windows })} />
        </div>
      )}
    </li>
  );
}
