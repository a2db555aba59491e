import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { downloadFile } from '../../ui/download.ts';
import { toast } from '../../ui/toast.ts';

/** Downloads the rows of an import with the result of each. */
export function useResult() {
  const { t } = useTranslation();
  const { save, busy } = useSave({ refusal: 'toast' });
  const download = (id: string, only: 'all' | 'problems') =>
    save(async () => {
      const { filename, csv, rows } = await call('GET /api/auth/user-imports/{id}/result', { id, only });
      downloadFile(filename, csv);
      toast.success(t('userImport.downloaded', { name: filename, count: rows }));
    });
  return { busy, download };
}
