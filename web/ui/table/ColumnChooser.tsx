import { Popover } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../Button.tsx';
import { IconButton } from '../IconButton.tsx';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '../icons.ts';
import { moveColumn, orderColumns, toggleColumn } from './columns.ts';
import type { Column, ColumnChoice } from './types.ts';
import './table-tools.css';

type Props<Row> = { columns: readonly Column<Row>[]; choice: ColumnChoice | undefined; onChange: (choice: ColumnChoice | null) => void };

/** Shows, hides and orders columns: by button, or by Alt ↑/↓ on a line. */
export function ColumnChooser<Row>({ columns, choice, onChange }: Props<Row>) {
  const { t } = useTranslation();
  const ordered = orderColumns(columns, choice);
  const move = (id: string, step: -1 | 1) => onChange(moveColumn(columns, choice, id, step));
  const onKeyDown = (id: string) => (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined; // because the table's values widen to number
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    move(id, step);
  };
  return (
    <Popover position="bottom-end" width={280} withinPortal trapFocus returnFocus>
      <Popover.Target>
        <Button size="s" icon={IconColumns3}>
          {t('ui.table.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('ui.table.columns')}>
        <ul className="column-chooser plain-list">
          {ordered.map((column, index) => (
            <li key={column.id}>
              <label>
                <input
                  type="checkbox"
                  className="check"
                  checked={column.rowHeader || !choice?.hidden.has(column.id)}
                  disabled={column.rowHeader}
                  onChange={() => onChange(toggleColumn(columns, choice, column.id))}
                  onKeyDown={column.rowHeader ? undefined : onKeyDown(column.id)}
                />
                {column.header}
              </label>
              {!column.rowHeader && (
                <>
                  {index > 1 && (
                    <IconButton
                      size="s"
                      icon={IconArrowUp}
                      label={t('ui.table.columnUp', { name: column.header })}
                      onClick={() => move(column.id, -1)}
                    />
                  )}
                  {index < ordered.length - 1 && (
                    <IconButton
                      size="s"
                      icon={IconArrowDown}
                      label={t('ui.table.columnDown', { name: column.header })}
                      onClick={() => move(column.id, 1)}
                    />
                  )}
                </>
              )}
            </li>
          ))}
        </ul>
        <label className="column-compact">
          <input
            type="checkbox"
            className="check"
            checked={choice?.compact ?? false}
            onChange={(event) => onChange({ order: [], hidden: new Set(), ...choice, compact: event.currentTarget.checked })}
          />
          {t('ui.table.compact')}
        </label>
        <Button kind="text" size="s" onClick={() => onChange(null)}>
          {t('ui.table.columnsReset')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
