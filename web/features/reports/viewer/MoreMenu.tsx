import { Menu } from '@mantine/core';
import { useState } from 'react';
import type { ViewerAction } from '../../../app/parts/viewer-parts.ts';
import { shortcutSheet } from '../../../app/shell/overlays.ts';
import { useTranslation } from '../../../i18n.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { IconCheck, IconDots, IconKeyboard } from '../../../ui/icons.ts';
import type { PartWithAction } from './parts.ts';

type Props = { parts: readonly PartWithAction[]; phone: boolean };

/** More actions; on a narrow page also those of the bar. */
export function MoreMenu({ parts, phone }: Props) {
  const { t } = useTranslation();
  // What a report that becomes ready adds waits for the next opening: no entry moves under the pointer.
  const [listed, setListed] = useState<readonly string[]>([]);
  const entries = parts.filter(({ action }) => listed.includes(action.id));
  return (
    <Menu position="bottom-end" width={260} onOpen={() => setListed(parts.map(({ action }) => action.id))}>
      <Menu.Target>
        <IconButton icon={IconDots} label={t('reports.viewer.more')} />
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ action }) => (
          <Entry key={action.id} action={action} letter={phone ? undefined : action.key} />
        ))}
        {!phone && (
          <Menu.Item
            leftSection={<IconKeyboard size={16} aria-hidden="true" />}
            rightSection={<kbd className="kbd">?</kbd>}
            onClick={shortcutSheet.open}
          >
            {t('shell.shortcuts')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function Entry({ action, letter }: { action: ViewerAction; letter: string | undefined }) {
  const { icon: Glyph, label, pressed, run, disabledReason } = action;
  const key = letter ? <kbd className="kbd">{letter.toUpperCase()}</kbd> : null;
  if (pressed !== undefined && !disabledReason)
    return (
      <Menu.CheckboxItem
        checked={pressed}
        onChange={run}
        closeMenuOnClick
        rightSection={key}
        checkIcon={<IconCheck size={16} aria-hidden="true" />}
      >
        {label}
      </Menu.CheckboxItem>
    );
  return (
    <Menu.Item
      leftSection={<Glyph size={16} aria-hidden="true" />}
      rightSection={key}
      onClick={disabledReason ? undefined : run}
      aria-disabled={disabledReason ? true : undefined}
      title={disabledReason ?? undefined}
    >
      {label}
    </Menu.Item>
  );
}
