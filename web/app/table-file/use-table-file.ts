import { useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { downloadFile } from '../../ui/download.ts';
import { hiddenColumns, orderColumns, visibleColumns } from '../../ui/table/columns.ts';
import type { Column, ColumnChoice, FileExport } from '../../ui/table/types.ts';
import { toast } from '../../ui/toast.ts';
import { toastError } from '../notices/notify.ts';
import type { TableFile } from './table-text.ts';

type List = { columns: readonly Column<never>[]; choice?: ColumnChoice | undefined };
const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Downloads a list with its current filter, order and columns as CSV or XLSX, optionally with the hidden columns. A long list is fetched
 * part by part while the user keeps working. Without `list` every column of the file is kept.
 */
export function useTableFile(load: (part: number) => Promise<TableFile>, list?: List): FileExport {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const run: FileExport['run'] = async (format, all = false) => {
    if (busy) return;
    setBusy(true);
    try {
      const parts = [await load(1)];
      for (let part = 2; parts.at(-1)?.more; part += 1) {
        const count = parts.reduce((sum, { rows }) => sum + rows, 0);
        if (part === 2) toast.info(t('ui.table.exportLong'), { text: t('ui.table.exportLongText', { count }) });
        parts.push(await load(part));
      }
      const { getTable, toCsv } = await import('./table-text.ts');
      const shown = list
        ? {
            visible: (all ? orderColumns : visibleColumns)(list.columns, list.choice).map(({ id }) => id),
            known: new Set(list.columns.map(({ id }) => id)),
          }
        : null;
      const { rows, delimiter } = getTable(parts, shown);
      const base = (parts[0]?.filename ?? '').replace(/\.csv$/, '');
      const name = `${base}.${format}`;
      if (format === 'csv') downloadFile(name, toCsv(rows, delimiter));
      else downloadFile(name, (await import('./xlsx.ts')).toWorkbook(base, rows), excel);
      toast.success(t('ui.table.exported'), { text: t('ui.table.exported.text', { name, count: rows.length - 1 }) });
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  const hidden = list ? hiddenColumns(list.columns, list.choice).map(({ header }) => header) : [];
  return { busy, hidden, run };
}
