import { useState } from 'react';
import { type CallInput, call } from '../../app/api.ts';
import { useTranslation } from '../../app/i18n.ts';
import { toastError } from '../../app/notify.ts';
import { downloadText } from '../../ui/download.ts';
import { toast } from '../../ui/toast.ts';

type Key = 'GET /api/auth/usage/{by}/export' | 'GET /api/auth/analyze/export';

/** Downloads a list of the current filter and order as a CSV file in the person's language. */
export function useDownload<K extends Key>(key: K, wanted: CallInput<K>): { busy: boolean; run: () => Promise<void> } {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const { filename, csv, rows } = await call(key, wanted);
      downloadText(filename, csv);
      toast.success(t('usage.exported'), { text: t('usage.exportedText', { name: filename, count: rows }) });
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
