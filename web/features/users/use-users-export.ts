import { useState } from 'react';
import { call } from '../../app/api.ts';
import { useTranslation } from '../../app/i18n.ts';
import { toastError } from '../../app/notify.ts';
import { downloadFile } from '../../ui/download.ts';
import type { FileExport } from '../../ui/table/types.ts';
import { toast } from '../../ui/toast.ts';
import type { Filter, ListInput } from './queries.ts';

/** The people of the filter as a file of the columns that are shown; a large one is told of when it is ready. */
export function useUsersExport(filter: Filter, sort: ListInput['sort'], columns: readonly string[]): FileExport {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const run: FileExport['run'] = async (format) => {
    setBusy(true);
    try {
      // The address stands under the name on the screen; in a file it is a column.
      const wanted = columns.flatMap((id) => (id === 'name' && !columns.includes('email') ? ['name', 'email'] : [id]));
      const answer = await call('GET /api/auth/users/export', { ...filter, ...(sort ? { sort } : {}), format, columns: wanted.join(',') });
      if (answer.state === 'later') {
        toast.info(t('users.export.later'), { text: t('users.export.laterText', { count: answer.rows }) });
        return;
      }
      const bytes = Uint8Array.from(atob(answer.base64), (character) => character.charCodeAt(0));
      downloadFile(answer.filename, bytes, answer.type);
      toast.success(t('ui.table.exported'), { text: t('ui.table.exported.text', { name: answer.filename, count: answer.rows }) });
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
