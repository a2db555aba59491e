import { useState } from 'react';
import { type CallInput, call } from '../../app/api.ts';
import { ApiError } from '../../app/api-error.ts';
import { translate } from '../../app/i18n.ts';
import { errorText } from '../../app/notify.ts';
import { downloadText } from '../../ui/download.ts';
import { toast } from '../../ui/toast.ts';

type Exports = 'GET /api/auth/reports/{id}/grants/export' | 'GET /api/auth/reports/{id}/sight/export';

/** Downloads a list of the current filter as a CSV file in the person's language. */
export function useExport<Name extends Exports>(name: Name, wanted: CallInput<Name>): { exporting: boolean; run: () => Promise<void> } {
  const [exporting, setExporting] = useState(false);
  const run = async () => {
    if (exporting) return;
    setExporting(true);
    try {
      const { filename, csv } = await call(name, wanted);
      downloadText(filename, csv);
      toast.success(translate('access.exported'), { text: filename });
    } catch (error) {
      if (!(error instanceof ApiError && error.handled))
        toast.error(translate('access.exportFailed'), { text: errorText(error), ...codeOf(error) });
    } finally {
      setExporting(false);
    }
  };
  return { exporting, run };
}

/** The request id of a failure, for the copy button of its notice. */
export const codeOf = (error: unknown): { code?: string } =>
  error instanceof ApiError && error.requestId ? { code: error.requestId } : {};
