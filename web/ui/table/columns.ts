import { moved } from '../moved.ts';
import type { Column, ColumnChoice } from './types.ts';

/** Sorts the columns by the choice; columns unknown to the choice go to the end, the naming column always comes first. */
export function orderColumns<Row>(columns: readonly Column<Row>[], choice: ColumnChoice | undefined): Column<Row>[] {
  if (!choice) return [...columns];
  const place = (column: Column<Row>) => {
    if (column.rowHeader) return -1;
    const at = choice.order.indexOf(column.id);
    return at < 0 ? columns.length + columns.indexOf(column) : at;
  };
  return [...columns].sort((a, b) => place(a) - place(b));
}

/** The visible columns, in order. The column that names the row cannot be hidden. */
export function visibleColumns<Row>(columns: readonly Column<Row>[], choice: ColumnChoice | undefined): Column<Row>[] {
  return orderColumns(columns, choice).filter((column) => column.rowHeader || !choice?.hidden.has(column.id));
}

/** The hidden columns. */
export const hiddenColumns = <Row>(columns: readonly Column<Row>[], choice: ColumnChoice | undefined): Column<Row>[] =>
  columns.filter((column) => !column.rowHeader && choice?.hidden.has(column.id));

export function toggleColumn<Row>(columns: readonly Column<Row>[], choice: ColumnChoice | undefined, id: string): ColumnChoice {
  const hidden = new Set(choice?.hidden);
  if (!hidden.delete(id)) hidden.add(id);
  return { ...choice, order: orderColumns(columns, choice).map((column) => column.id), hidden };
}

export function moveColumn<Row>(columns: readonly Column<Row>[], choice: ColumnChoice | undefined, id: string, step: -1 | 1): ColumnChoice {
  const order = orderColumns(columns, choice).map((column) => column.id);
  const at = order.indexOf(id);
  return { ...choice, order: moved(order, at, at + step), hidden: choice?.hidden ?? new Set() };
}
