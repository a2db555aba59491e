import { useState } from 'react';
import { type CallInput, call } from '../../app/api.ts';
import { ApiError } from '../../app/api-error.ts';
import { useTranslation } from '../../app/i18n.ts';
import { errorText } from '../../app/notify.ts';
import { downloadText } from '../../ui/download.ts';
import { toast } from '../../ui/toast.ts';

type Wanted = CallInput<'GET /api/auth/{kind}/export'>;

/** Downloads the list of the current filter and order as a CSV file in the person's language. */
export function useExportGroups(wanted: Wanted): { exporting: boolean; run: () => Promise<void> } {
  const { t } = useTranslation();
  const [exporting, setExporting] = useState(false);
  const run = async () => {
    setExporting(true);
    try {
      const { filename, csv, rows } = await call('GET /api/auth/{kind}/export', wanted);
      downloadText(filename, csv);
      toast.success(t('groups.export.title'), { text: t('groups.export.done', { name: filename, count: rows }) });
    } catch (error) {
      if (!(error instanceof ApiError && error.handled)) {
        toast.error(t('groups.export.failed'), { text: errorText(error), code: error instanceof ApiError ? error.requestId : undefined });
      }
    } finally {
      setExporting(false);
    }
  };
  return { exporting, run };
}
