import { Menu } from '@mantine/core';
import { useTranslation } from '../../i18n.ts';
import { IconButton } from '../IconButton.tsx';
import { IconDots } from '../icons.ts';
import type { RowAction } from './types.ts';

type Props = { name: string; actions: readonly RowAction[]; opened?: boolean; onChange?: (opened: boolean) => void };

/** The last cell of a row: the menu of its actions. */
export function RowMenu({ name, actions, opened, onChange }: Props) {
  const { t } = useTranslation();
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end" width={240} shadow="none" opened={opened} onChange={onChange} withinPortal>
      <Menu.Target>
        <IconButton icon={IconDots} iconSize={18} label={t('ui.table.actionsOf', { name })} className="row-menu" />
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ id, label, icon: Glyph, danger, disabledReason, onClick }) => (
          <Menu.Item
            key={id}
            leftSection={Glyph && <Glyph size={17} stroke={1.8} aria-hidden="true" />}
            data-danger={danger || undefined}
            aria-disabled={disabledReason ? true : undefined}
            closeMenuOnClick={!disabledReason}
            onClick={disabledReason ? undefined : onClick}
          >
            {label}
            {disabledReason && <span className="row-menu-reason">{disabledReason}</span>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
