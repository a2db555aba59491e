import { useState } from 'react';
import { type CallInput, call } from '../../app/api.ts';
import { useTranslation } from '../../app/i18n.ts';
import { toastError } from '../../app/notify.ts';
import { downloadText } from '../../ui/download.ts';
import { toast } from '../../ui/toast.ts';

/** Downloads the list of the current filter and order as a CSV file in the person's language. */
export function useExportReports(wanted: CallInput<'GET /api/auth/management/reports/export'>) {
  const { t } = useTranslation();
  const [exporting, setExporting] = useState(false);
  const run = async () => {
    setExporting(true);
    try {
      const { filename, csv, rows } = await call('GET /api/auth/management/reports/export', wanted);
      downloadText(filename, csv);
      toast.success(t('manage.export.title'), { text: t('manage.export.done', { name: filename, count: rows }) });
    } catch (error) {
      toastError(error);
    } finally {
      setExporting(false);
    }
  };
  return { exporting, run };
}
