import { Menu } from '@mantine/core';
import { IconDots, IconKeyboard } from '@tabler/icons-react';
import { useTranslation } from '../../../app/i18n.ts';
import { shortcutSheet } from '../../../app/overlays.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import type { PartWithAction } from './parts.ts';

type Props = { parts: readonly PartWithAction[]; phone: boolean };

/** More actions; on a narrow page those of the bar as well. */
export function MoreMenu({ parts, phone }: Props) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <IconButton icon={IconDots} label={t('reports.viewer.more')} />
      </Menu.Target>
      <Menu.Dropdown>
        {parts.map(({ action: { id, icon: Glyph, label, key, pressed, run, disabledReason } }) => (
          <Menu.Item
            key={id}
            leftSection={<Glyph size={16} aria-hidden="true" />}
            rightSection={key && !phone ? <kbd className="kbd">{key.toUpperCase()}</kbd> : null}
            onClick={disabledReason ? undefined : run}
            aria-disabled={disabledReason ? true : undefined}
            title={disabledReason ?? undefined}
            {...(pressed === undefined ? {} : { role: 'menuitemcheckbox', 'aria-checked': pressed })}
          >
            {label}
          </Menu.Item>
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
