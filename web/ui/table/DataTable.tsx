import { useMediaQuery } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { EmptyState, FilteredEmpty } from '../EmptyState.tsx';
import { ErrorState } from '../ErrorState.tsx';
import { IconArrowDown, IconArrowUp } from '../icons.ts';
import { moved } from '../moved.ts';
import { ListSkeleton, Skeleton, Waiting } from '../Skeletons.tsx';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import { visibleColumns } from './columns.ts';
import { Pagination } from './Pagination.tsx';
import { PhoneRows } from './PhoneRows.tsx';
import { isSelected } from './selection.ts';
import { TableHead } from './TableHead.tsx';
import { TableRow, type TableRowProps } from './TableRow.tsx';
import { BulkBar, FilterBar } from './Toolbar.tsx';
import type { DataTableProps, RowAction } from './types.ts';
import { useTableKeys } from './use-table-keys.ts';
import './DataTable.css';

const SortableRows = lazy(() => import('./SortableRows.tsx'));
const SKELETON_ROWS = 8;

/** Adds "move up" and "move down" to a row's menu, so that dragging is never the only way. */
function useOrdering<Row>({ rows = [], rowId, rowName, onReorder, fetching = false }: DataTableProps<Row>, ids: readonly string[]) {
  const { t } = useTranslation();
  const [said, setSaid] = useState('');
  const place = (id: string, index: number) => {
    const from = ids.indexOf(id);
    const row = rows[from];
    if (!onReorder || fetching || row === undefined || index < 0 || index >= ids.length) return;
    onReorder([...moved(ids, from, index)]);
    setSaid(t('ui.table.moved', { name: rowName(row), position: index + 1, total: ids.length }));
  };
  const move = (id: string, step: -1 | 1) => place(id, ids.indexOf(id) + step);
  const getActions = (row: Row): RowAction[] => {
    const at = ids.indexOf(rowId(row));
    // Rows of another filter, shown until this one's have come, can't be moved.
    const disabledReason = fetching ? t('ui.loading') : null;
    const up = { id: 'up', label: t('ui.table.moveUp'), icon: IconArrowUp, disabledReason, onClick: () => move(rowId(row), -1) };
    const down = { id: 'down', label: t('ui.table.moveDown'), icon: IconArrowDown, disabledReason, onClick: () => move(rowId(row), 1) };
    return [...(at > 0 ? [up] : []), ...(at < ids.length - 1 ? [down] : [])];
  };
  return { said, place, move, getActions };
}

/**
 * The product's list. Its whole state comes from props, so that the page can keep it in the address; the server sorts, filters and pages.
 * Rows become blocks on a phone. Keys: see `useTableKeys`.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    rowId,
    rowName,
    failure,
    fetching = false,
    filters = [],
    search,
    selection,
    rowActions,
    onReorder,
    paging,
  } = props;
  const { t } = useTranslation();
  const phone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const root = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<string | null>(null);
  const shown = visibleColumns(columns, props.columnChoice);
  const ids = rows?.map(rowId) ?? [];
  const ordering = useOrdering(props, ids);
  const keys = useTableKeys({ ...props, rows: rows ?? [], ids, root, openMenu: setMenu, move: onReorder ? ordering.move : null });
  const getActions =
    rowActions || onReorder ? (row: Row) => [...(onReorder ? ordering.getActions(row) : []), ...(rowActions?.(row) ?? [])] : undefined;
  const selecting = selection && (selection.all || selection.ids.size > 0);

  const renderRow = (id: string, extras: Pick<TableRowProps<Row>, 'grip' | 'rowRef' | 'style'> = {}): ReactNode => {
    const row = rows?.[ids.indexOf(id)];
    if (row === undefined) return null;
    return (
      <TableRow
        key={id}
        row={row}
        id={id}
        name={rowName(row)}
        shown={shown}
        selected={selection && isSelected(selection, id)}
        onSelect={selection && ((withShift) => keys.select(id, withShift))}
        actions={getActions?.(row)}
        menuOpened={menu === id}
        onMenu={(opened) => setMenu(opened ? id : null)}
        tabIndex={id === keys.current ? 0 : -1}
        {...extras}
      />
    );
  };

  const body = () => {
    if (failure) return <ErrorState {...failure} />;
    if (rows === undefined) {
      return phone ? (
        <div className="table-waiting">
          <ListSkeleton />
        </div>
      ) : (
        <Waiting>
          <div className="table-waiting">
            {Array.from({ length: SKELETON_ROWS }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: empty rows have no key but their position.
              <Skeleton key={index} width={`${92 - ((index * 17) % 40)}%`} />
            ))}
          </div>
        </Waiting>
      );
    }
    if (rows.length === 0) {
      const said = [...(search?.value ? [`“${search.value}”`] : []), ...filters.map((filter) => filter.label)];
      if (said.length > 0 && props.onClearFilters) return <FilteredEmpty filters={said.join(', ')} onClear={props.onClearFilters} />;
      return props.empty ?? <EmptyState />;
    }
    if (phone) {
      return (
        <PhoneRows
          caption={caption}
          rows={rows}
          columns={columns}
          getId={rowId}
          getName={rowName}
          selected={selection && ((id) => isSelected(selection, id))}
          onSelect={selection && ((id) => keys.select(id, false))}
          getActions={getActions}
        />
      );
    }
    const plain = ids.map((id) => renderRow(id, onReorder ? { grip: {} } : {}));
    return (
      <div className="table-scroll">
        <table className={(props.compact ?? props.columnChoice?.compact) ? 'table table-compact' : 'table'} aria-busy={fetching}>
          <caption className="visually-hidden">{caption}</caption>
          <TableHead {...props} shown={shown} pageIds={ids} />
          <tbody>
            {onReorder ? (
              <Suspense fallback={plain}>
                <SortableRows ids={ids} renderRow={renderRow} onDrop={ordering.place} />
              </Suspense>
            ) : (
              plain
            )}
          </tbody>
        </table>
      </div>
    );
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys act on the rows inside, which have focus.
    <div ref={root} className="card data-table" onKeyDown={keys.onKeyDown} onFocus={keys.onFocus}>
      {/* The filter bar keeps its height under the bulk bar, so that no row moves. */}
      <div className="table-bars" data-selecting={selecting || undefined}>
        <FilterBar {...props} onColumnChoice={phone ? undefined : props.onColumnChoice} />
        {selecting && <BulkBar {...props} onCleared={keys.focusCurrent} />}
      </div>
      <div className="table-body" data-fetching={(fetching && rows !== undefined) || undefined}>
        {body()}
      </div>
      {paging && rows && rows.length > 0 && !failure && <Pagination paging={paging} shown={rows.length} />}
      {onReorder && <VisuallyHidden role="status">{ordering.said}</VisuallyHidden>}
      {fetching && rows !== undefined && <VisuallyHidden role="status">{t('ui.loading')}</VisuallyHidden>}
    </div>
  );
}
