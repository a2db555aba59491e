import { useTranslation } from '../../i18n.ts';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import { RowMenu } from './RowMenu.tsx';
import type { Column, RowAction } from './types.ts';
import './phone-rows.css';

type Props<Row> = {
  caption: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  getId: (row: Row) => string;
  getName: (row: Row) => string;
  selected?: (id: string) => boolean;
  onSelect?: (id: string) => void;
  getActions?: (row: Row) => readonly RowAction[];
};

type DetailsProps<Row> = { row: Row; name: string; columns: readonly Column<Row>[] };

/** What a row shows when it is opened; without any of it the row can't be opened. */
function Details<Row>({ row, name, columns }: DetailsProps<Row>) {
  const { t } = useTranslation();
  const given = columns.map(({ id, header, cell }) => ({ id, header, value: cell(row) })).filter(({ value }) => value !== '–');
  if (given.length === 0) return null;
  return (
    <details className="phone-row-details small">
      <summary>
        {t('ui.table.details')}
        <VisuallyHidden>: {name}</VisuallyHidden>
      </summary>
      <dl>
        {given.map(({ id, header, value }) => (
          <div key={id}>
            <dt className="muted">{header}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** The rows of a table on a phone: name, state, one fact, menu, and details to open. */
export function PhoneRows<Row>({ caption, rows, columns, getId, getName, selected, onSelect, getActions }: Props<Row>) {
  const { t } = useTranslation();
  const name = columns.find((column) => column.phone === 'name') ?? columns.find((column) => column.rowHeader) ?? columns[0];
  const status = columns.find((column) => column.phone === 'status');
  const facts = columns.filter((column) => column.phone === 'fact');
  const details = columns.filter((column) => column.phone === 'detail');
  return (
    <ul className="phone-rows plain-list" aria-label={caption}>
      {rows.map((row) => {
        const id = getId(row);
        const state = status?.cell(row);
        return (
          <li key={id} data-row={id} data-selected={selected?.(id) || undefined}>
            {onSelect && (
              <label className="phone-check">
                <input
                  type="checkbox"
                  className="check"
                  aria-label={t('ui.table.selectRow', { name: getName(row) })}
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
                  {facts.map((fact) => {
                    const value = fact.cell(row);
                    // Without its header, a dash says nothing.
                    return value === '–' ? null : (
                      <span key={fact.id}>
                        {/* A number alone doesn't say of what it is. */}
                        {(fact.align === 'right' || fact.isNamed) && `${fact.header}: `}
                        {value}
                      </span>
                    );
                  })}
                </div>
              )}
              {details.length > 0 && <Details row={row} name={getName(row)} columns={details} />}
            </div>
            {getActions && <RowMenu name={getName(row)} actions={getActions(row)} />}
          </li>
        );
      })}
    </ul>
  );
}
