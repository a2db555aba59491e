import { useRef } from 'react';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../Button.tsx';
import { FilterChip } from '../Chip.tsx';
import { IconButton } from '../IconButton.tsx';
import { IconX } from '../icons.ts';
import { BulkActions } from './BulkActions.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import { SearchBox } from './SearchBox.tsx';
import { nothingSelected, selectedCount } from './selection.ts';
import type { DataTableProps } from './types.ts';

/** Search, filters as chips, and tools. */
export function FilterBar<Row>({
  columns,
  search,
  filters = [],
  addFilter,
  onClearFilters,
  tools,
  columnChoice,
  onColumnChoice,
}: DataTableProps<Row>) {
  const { t } = useTranslation();
  if (!search && !addFilter && !tools && !onColumnChoice && filters.length === 0) return null;
  return (
    <div className="table-bar">
      {search && <SearchBox {...search} />}
      {filters.map((filter) => (
        <FilterChip
          key={filter.id}
          label={filter.label}
          removeLabel={t('ui.table.removeFilter', { name: filter.label })}
          onOpen={filter.onOpen}
          onRemove={filter.onRemove}
        />
      ))}
      {addFilter}
      {onClearFilters && filters.length > 1 && (
        <Button kind="text" size="s" onClick={onClearFilters}>
          {t('ui.empty.clear')}
        </Button>
      )}
      <span className="push" />
      {onColumnChoice && <ColumnChooser columns={columns} choice={columnChoice} onChange={onColumnChoice} />}
      {tools}
    </div>
  );
}

/** Replaces the filter bar while rows are selected, so that the layout does not shift. */
export function BulkBar<Row>({
  selection,
  bulkActions = [],
  paging,
  rows = [],
  onCleared,
}: DataTableProps<Row> & { onCleared: () => void }) {
  const { t } = useTranslation();
  const clear = useRef<HTMLButtonElement>(null);
  if (!selection) return null;
  const total = paging?.total ?? rows.length;
  const count = selectedCount(selection, total);
  return (
    <div className="table-bar table-bar-bulk" role="toolbar" aria-label={t('ui.table.bulkBar')}>
      <b className="num" role="status">
        {t('ui.table.selected', { count })}
      </b>
      <BulkActions key={bulkActions.map(({ label }) => label).join()} actions={bulkActions} selection={selection} />
      {selection.allowAll && !selection.all && count < total && (
        <Button
          kind="text"
          size="s"
          onClick={() => {
            selection.onChange({ ids: new Set(), all: true });
            // This button unmounts, so move focus before it is lost.
            clear.current?.focus();
          }}
        >
          {t('ui.table.selectAll', { count: total })}
        </Button>
      )}
      <IconButton
        ref={clear}
        icon={IconX}
        label={t('ui.table.clearSelection')}
        onClick={() => {
          selection.onChange(nothingSelected);
          onCleared();
        }}
      />
    </div>
  );
}
