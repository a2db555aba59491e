import { useTranslation } from '../../i18n.ts';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '../icons.ts';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import { isSelected, togglePage } from './selection.ts';
import type { Column, DataTableProps, Sort } from './types.ts';

function HeadCell<Row>({ column, sort, onSort }: { column: Column<Row>; sort?: Sort | null; onSort?: (sort: Sort) => void }) {
  const direction = sort?.column === column.id ? sort.direction : null;
  const sortable = column.sortable && onSort;
  const Arrow = direction === null ? IconArrowsSort : direction === 'asc' ? IconArrowUp : IconArrowDown;
  const ariaSort = !sortable ? undefined : direction === null ? 'none' : direction === 'asc' ? 'ascending' : 'descending';
  return (
    <th
      scope="col"
      aria-sort={ariaSort}
      className={[column.align === 'right' && 'cell-right', column.rowHeader && 'cell-name'].filter(Boolean).join(' ') || undefined}
      style={column.width ? { width: column.width } : undefined}
    >
      {sortable ? (
        <button
          type="button"
          className="sort-button"
          data-sorted={direction ?? undefined}
          onClick={() => onSort({ column: column.id, direction: direction === 'asc' ? 'desc' : 'asc' })}
        >
          {column.header}
          <Arrow size={13} aria-hidden="true" />
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

type Props<Row> = DataTableProps<Row> & { shown: readonly Column<Row>[]; pageIds: readonly string[] };

export function TableHead<Row>({ shown, pageIds, sort, onSort, selection, rowActions, onReorder }: Props<Row>) {
  const { t } = useTranslation();
  const chosen = selection ? pageIds.filter((id) => isSelected(selection, id)).length : 0;
  return (
    <thead>
      <tr>
        {onReorder && (
          <th scope="col" className="cell-grip">
            <VisuallyHidden>{t('ui.table.order')}</VisuallyHidden>
          </th>
        )}
        {selection && (
          <th scope="col" className="cell-check">
            <input
              type="checkbox"
              className="check"
              aria-label={t('ui.table.selectPage')}
              checked={chosen > 0 && chosen === pageIds.length}
              ref={(box) => {
                if (box) box.indeterminate = chosen > 0 && chosen < pageIds.length;
              }}
              disabled={pageIds.length === 0}
              onChange={() => selection.onChange(togglePage(selection, pageIds))}
            />
          </th>
        )}
        {shown.map((column) => (
          <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
        ))}
        {(rowActions || onReorder) && (
          <th scope="col" className="cell-menu">
            <VisuallyHidden>{t('ui.table.actions')}</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  );
}
