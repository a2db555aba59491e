import { useState } from 'react';
import { call } from '../../app/api.ts';
import { toastError } from '../../app/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { downloadFile } from '../../ui/download.ts';
import { toast } from '../../ui/toast.ts';

/** Downloads the rows of an import with what became of each. */
export function useResult() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const download = async (id: string, only: 'all' | 'problems') => {
    setBusy(true);
    try {
      const { filename, csv, rows } = await call('GET /api/auth/user-imports/{id}/result', { id, only });
      downloadFile(filename, csv);
      toast.success(t('userImport.downloaded', { name: filename, count: rows }));
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, download };
}
