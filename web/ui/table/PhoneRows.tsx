import { useTranslation } from '../../i18n.ts';
import { RowMenu } from './RowMenu.tsx';
import type { Column, RowAction } from './types.ts';
import './phone-rows.css';

type Props<Row> = {
  caption: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  selected?: (id: string) => boolean;
  onSelect?: (id: string) => void;
  actionsOf?: (row: Row) => readonly RowAction[];
};

/** The rows of a table on a phone: name, state, one fact, menu. */
export function PhoneRows<Row>({ caption, rows, columns, idOf, nameOf, selected, onSelect, actionsOf }: Props<Row>) {
  const { t } = useTranslation();
  const name = columns.find((column) => column.phone === 'name') ?? columns.find((column) => column.rowHeader) ?? columns[0];
  const status = columns.find((column) => column.phone === 'status');
  const facts = columns.filter((column) => column.phone === 'fact');
  return (
    <ul className="phone-rows plain-list" aria-label={caption}>
      {rows.map((row) => {
        const id = idOf(row);
        const state = status?.cell(row);
        return (
          <li key={id} data-row={id} data-selected={selected?.(id) || undefined}>
            {onSelect && (
              <label className="phone-check">
                <input
                  type="checkbox"
                  className="check"
                  aria-label={t('ui.table.selectRow', { name: nameOf(row) })}
                  checked={Boolean(selected?.(id))}
                  onChange={() => onSelect(id)}
                />
              </label>
            )}
            <div className="phone-row-words">
              <div className="phone-row-name">{name?.cell(row)}</div>
              {(status || facts.length > 0) && (
                <div className="phone-row-facts small muted">
                  {state !== '–' && state}
                  {facts.map((fact) => (
                    <span key={fact.id}>
                      {/* A number alone doesn't say of what it is. */}
                      {(fact.align === 'right' || fact.isNamed) && `${fact.header}: `}
                      {fact.cell(row)}
                    </span>
                  ))}
                </div>
              )}
            </div>
            {actionsOf && <RowMenu name={nameOf(row)} actions={actionsOf(row)} />}
          </li>
        );
      })}
    </ul>
  );
}
