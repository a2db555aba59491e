import { useState } from 'react';
import { ApiError } from '../../app/api-error.ts';
import { useTranslation } from '../../app/i18n.ts';
import { errorText } from '../../app/notify.ts';
import { downloadText } from '../../ui/download.ts';
import { toast } from '../../ui/toast.ts';

type File = { filename: string; csv: string; rows: number };

/** Downloads a list of the current filter and order as a CSV file. */
export function useExport(load: () => Promise<File>): { exporting: boolean; run: () => Promise<void> } {
  const { t } = useTranslation();
  const [exporting, setExporting] = useState(false);
  const run = async () => {
    setExporting(true);
    try {
      const { filename, csv, rows } = await load();
      downloadText(filename, csv);
      toast.success(t('service.export.title'), { text: t('service.export.done', { name: filename, count: rows }) });
    } catch (error) {
      if (!(error instanceof ApiError && error.handled))
        toast.error(t('service.export.failed'), { text: errorText(error), code: error instanceof ApiError ? error.requestId : undefined });
    } finally {
      setExporting(false);
    }
  };
  return { exporting, run };
}
