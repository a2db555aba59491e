import type { CSSProperties, HTMLAttributes, ReactNode, Ref } from 'react';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../Button.tsx';
import { IconGripVertical } from '../icons.ts';
import { RowMenu } from './RowMenu.tsx';
import type { Column, RowAction } from './types.ts';

type Grip = { ref?: Ref<HTMLButtonElement>; props?: HTMLAttributes<HTMLButtonElement> };

export type TableRowProps<Row> = {
  row: Row;
  id: string;
  name: string;
  shown: readonly Column<Row>[];
  selected?: boolean;
  onSelect?: (withShift: boolean) => void;
  actions?: readonly RowAction[];
  menuOpened: boolean;
  onMenu: (opened: boolean) => void;
  tabIndex: number;
  grip?: Grip | null;
  rowRef?: Ref<HTMLTableRowElement>;
  style?: CSSProperties;
};

export function TableRow<Row>(props: TableRowProps<Row>): ReactNode {
  const { row, id, name, shown, selected, onSelect, actions, menuOpened, onMenu, tabIndex, grip, rowRef, style } = props;
  const { t } = useTranslation();
  return (
    <tr ref={rowRef} data-row={id} data-selected={selected || undefined} tabIndex={tabIndex} style={style}>
      {grip && (
        <td className="cell-grip">
          <button type="button" ref={grip.ref} className="grip" tabIndex={-1} aria-label={t('ui.table.drag', { name })} {...grip.props}>
            <IconGripVertical size={16} aria-hidden="true" />
          </button>
        </td>
      )}
      {onSelect && (
        <td className="cell-check">
          <input
            type="checkbox"
            className="check"
            aria-label={t('ui.table.selectRow', { name })}
            checked={Boolean(selected)}
            onChange={(event) => onSelect(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
          />
        </td>
      )}
      {shown.map((column) => {
        const className =
          [column.align === 'right' && 'cell-right num', column.muted && 'muted', column.rowHeader && 'cell-name']
            .filter(Boolean)
            .join(' ') || undefined;
        return column.rowHeader ? (
          <th key={column.id} scope="row" className={className}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.id} className={className}>
            {column.cell(row)}
          </td>
        );
      })}
      {actions && (
        <td className="cell-menu">
          <div className="cell-actions">
            {actions.map(
              ({ id: action, label, beside, icon, onClick }) =>
                beside && (
                  <Button key={action} size="s" {...(icon ? { icon } : {})} aria-label={`${label}: ${name}`} onClick={onClick}>
                    {beside}
                  </Button>
                ),
            )}
            <RowMenu name={name} actions={actions} opened={menuOpened} onChange={onMenu} />
          </div>
        </td>
      )}
    </tr>
  );
}
