import type { ReactNode } from 'react';
import type { Icon } from '../icons.ts';

/** Where a column goes when a phone shows the row as a block: as its name, its state, its one fact, below when it is opened, or nowhere. */
type PhonePlace = 'name' | 'status' | 'fact' | 'detail';

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The column that names the row; exactly one has it. */
  rowHeader?: boolean;
  sortable?: boolean;
  /** For numbers. */
  align?: 'right';
  width?: number | string;
  phone?: PhonePlace;
  /** On a phone the header stands before the value. */
  isNamed?: boolean;
  muted?: boolean;
};

export type Sort = { column: string; direction: 'asc' | 'desc' };

export type Paging = {
  page: number;
  pages: number;
  size: number;
  total: number;
  /** False when the server stopped counting: the footer then says "more than". */
  totalIsExact?: boolean;
  onPage: (page: number) => void;
  /** The page sizes to choose from; without them the size is only displayed. */
  sizes?: readonly number[];
  onSize?: (size: number) => void;
};

export type Search = { value: string; label: string; placeholder?: string | undefined; onChange: (value: string) => void };

/** An active filter, shown as a chip. `label` is complete: "Departamento: Comercial". */
export type ActiveFilter = { id: string; label: string; onOpen?: () => void; onRemove: () => void };

export type RowAction = {
  id: string;
  label: string;
  icon?: Icon;
  danger?: boolean;
  disabledReason?: string | null;
  /** The short label of what the list is mostly opened for: a button beside the menu as well, where the table is wide. */
  beside?: string;
  onClick: () => void;
};

export type BulkAction = Omit<RowAction, 'beside' | 'onClick'> & { onClick: (selection: Selection) => void };

/** `all` selects everything that matches the current filter, beyond the page. */
export type Selection = { ids: ReadonlySet<string>; all: boolean };

export type SelectionControl = Selection & { onChange: (selection: Selection) => void; allowAll?: boolean };

export type ColumnChoice = { order: readonly string[]; hidden: ReadonlySet<string>; compact?: boolean };

/** How a list is exported. `hidden`: the headings of the hidden columns, which are exported only with `all`. */
export type FileExport = { busy: boolean; hidden: readonly string[]; run: (format: 'csv' | 'xlsx', all?: boolean) => Promise<void> };

type Failure = { text?: string; requestId?: string | null; onRetry?: () => void };

export type DataTableProps<Row> = {
  /** The table's accessible name. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first rows are loading. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** Names a row in "Actions for …" and "Select …". */
  rowName: (row: Row) => string;
  /** New rows are loading; the old ones stay, dimmed. */
  fetching?: boolean;
  failure?: Failure | null;
  compact?: boolean;

  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  paging?: Paging | null;

  search?: Search;
  filters?: readonly ActiveFilter[];
  /** Beside the chips: the button or menu that adds a filter. */
  addFilter?: ReactNode;
  onClearFilters?: () => void;
  /** On the right of the bar: export and the like. */
  tools?: ReactNode;
  columnChoice?: ColumnChoice;
  onColumnChoice?: (choice: ColumnChoice | null) => void;

  selection?: SelectionControl;
  bulkActions?: readonly BulkAction[];
  rowActions?: (row: Row) => readonly RowAction[];
  onOpen?: (row: Row) => void;
  onCreate?: () => void;
  /** Gives every row a handle, Alt ↑/↓ and menu entries. The callback receives the page's whole new order. */
  onReorder?: (ids: string[]) => void;

  /** Shown when there are no rows and no filter is active. */
  empty?: ReactNode;
};

/** The dates of a filter, both inclusive; a missing end is open. */
export type DayRange = { from?: string | undefined; to?: string | undefined };
