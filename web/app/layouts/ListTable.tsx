import type { QueryKey } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Skeleton } from '../../ui/Skeletons.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { ExportMenu } from '../../ui/table/ExportMenu.tsx';
import { nothingSelected } from '../../ui/table/selection.ts';
import type { BulkAction, ColumnChoice, DataTableProps, FileExport, RowAction, Selection, Sort } from '../../ui/table/types.ts';
import type { ListState } from '../address/list-state.ts';
import { type ReadOptions, useRead } from '../data/use-read.ts';
import { errorText } from '../notices/notify.ts';
import { Reading } from './Reading.tsx';

export type ListAnswer<Row> = { items: Row[]; pages: number; total: number; totalIsExact: boolean };
/** The rows that a bulk action is for; `rows` are those of this page. */
export type Chosen<Row> = Selection & { rows: readonly Row[]; total: number; clear: () => void };

type FromAddress = 'rows' | 'fetching' | 'failure' | 'sort' | 'onSort' | 'paging' | 'search' | 'onClearFilters';
type Chooses = 'selection' | 'bulkActions' | 'rowActions' | 'columnChoice' | 'onColumnChoice' | 'empty';
export type ListTableProps<Row, Answer extends ListAnswer<Row>, Key extends QueryKey, Read = Answer> = Omit<
  DataTableProps<Row>,
  FromAddress | Chooses
> & {
  list: ListState;
  /** The query of what the address asks for. */
  query: ReadOptions<Answer, Key, Read>;
  /** The list has a search. */
  searchLabel?: string;
  searchPlaceholder?: string;
  /** The order of a list whose address names none. */
  order?: Sort;
  file?: FileExport;
  /** The columns, as `useListViews` keeps them. */
  saved?: { choice: ColumnChoice; choose: (choice: ColumnChoice | null) => void };
  /** Rows can be selected if there are actions for several. */
  bulkActions?: (chosen: Chosen<Row>) => readonly BulkAction[];
  /** `done` takes the row out of the selection, for actions after which it may be elsewhere or gone. */
  rowActions?: (row: Row, done: () => void) => readonly RowAction[];
  /** More than one page can be selected: what is selected then holds for all pages of this filter. */
  allOf?: object;
  /** Above the table: chips with their counts, which are there when the answer is. */
  above?: (answer: Answer | undefined) => ReactNode;
  empty: ReactNode;
};

/** What the table shows in each of its states. */
function shared<Row, Answer extends ListAnswer<Row>, Key extends QueryKey, Read = Answer>(props: ListTableProps<Row, Answer, Key, Read>) {
  const {
    list,
    query: _,
    searchLabel,
    searchPlaceholder,
    order = null,
    file,
    saved,
    bulkActions: __,
    rowActions: _____,
    allOf: ___,
    above: ____,
    ...table
  } = props;
  return {
    ...table,
    sort: list.sort ?? order,
    onSort: list.onSort,
    ...(searchLabel && { search: { value: list.search, label: searchLabel, placeholder: searchPlaceholder, onChange: list.onSearch } }),
    onClearFilters: list.clear,
    tools: file ? (
      <>
        <ExportMenu file={file} />
        {table.tools}
      </>
    ) : (
      table.tools
    ),
    ...(saved && { columnChoice: saved.choice, onColumnChoice: saved.choose }),
  };
}

/**
 * The list of a page: its state is in the address (or in `useListState`), its rows are read with suspense. While other rows load, the
 * previous ones stay, dimmed; if they can't be read, the search stays and the failure replaces the rows.
 */
export function ListTable<Row, Answer extends ListAnswer<Row>, Key extends QueryKey, Read = Answer>(
  props: ListTableProps<Row, Answer, Key, Read>,
) {
  // A field to type in and menus come with the rows: the first answer would replace what was typed or opened before.
  const field = (props.searchLabel || props.file || props.saved || props.tools) && <Skeleton width={280} height={34} radius={8} />;
  const { tools: _, onColumnChoice: __, ...waiting } = shared({ ...props, searchLabel: undefined });
  return (
    <Reading
      waiting={() => (
        <>
          {props.above?.(undefined)}
          <DataTable {...waiting} rows={undefined} addFilter={field} />
        </>
      )}
      failure={({ error, onRetry }) => (
        <>
          {props.above?.(undefined)}
          <DataTable {...shared(props)} rows={undefined} failure={{ text: errorText(error), requestId: error.requestId, onRetry }} />
        </>
      )}
    >
      <Rows {...props} />
    </Reading>
  );
}

function Rows<Row, Answer extends ListAnswer<Row>, Key extends QueryKey, Read = Answer>(props: ListTableProps<Row, Answer, Key, Read>) {
  const { list, query, bulkActions, rowActions, allOf, above, rowId } = props;
  const { data, isBehind } = useRead(query);
  // What is selected belongs to what was asked for: another filter starts without any.
  const under = JSON.stringify(allOf ?? query.queryKey);
  const [chosen, setChosen] = useState<Selection & { under: string }>({ ...nothingSelected, under: '' });
  const selection: Selection = chosen.under === under ? chosen : nothingSelected;
  const onChange = (next: Selection) => setChosen({ ...next, under });
  // Deleted rows can leave the page beyond the end; the last page is shown then.
  const isBeyond = !isBehind && data.items.length === 0 && data.total > 0 && list.page > data.pages;
  useEffect(() => {
    if (isBeyond) list.change({ page: String(data.pages) }, { replace: true });
  });
  const drop = (row: Row) => setChosen((now) => ({ ...now, ids: new Set([...now.ids].filter((id) => id !== rowId(row))) }));
  const rows = data.items.filter((row) => selection.ids.has(rowId(row)));
  return (
    <>
      {above?.(data)}
      <DataTable
        {...shared(props)}
        rows={data.items}
        fetching={isBehind}
        paging={list.paging(data)}
        {...(rowActions && { rowActions: (row: Row) => rowActions(row, () => drop(row)) })}
        {...(bulkActions && {
          selection: { ...selection, allowAll: allOf !== undefined, onChange },
          bulkActions: bulkActions({ ...selection, rows, total: data.total, clear: () => onChange(nothingSelected) }),
        })}
      />
    </>
  );
}
