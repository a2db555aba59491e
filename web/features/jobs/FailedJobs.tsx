import { useQueryClient } from '@tanstack/react-query';
import type { DeadLetter } from '../../../domain/jobs/contract.ts';
import { kindKey } from '../../../domain/jobs/kind-key.ts';
import { useListAddress, withoutPage } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { ListTable } from '../../app/layouts/ListTable.tsx';
import { errorText } from '../../app/notices/notify.ts';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { confirm } from '../../ui/confirm.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconRefresh, IconTrash } from '../../ui/icons.ts';
import type { RowAction } from '../../ui/table/types.ts';
import { toast } from '../../ui/toast.ts';
import { getColumns } from './columns.tsx';
import { failedJobsKey, failedJobsQuery, listOptions, toInput } from './loader.ts';
import './jobs.css';

/** Background jobs of all units that failed for good: retry them, or remove them from the list. */
export function FailedJobs() {
  const { t, language } = useTranslation();
  const zone = useZone();
  const client = useQueryClient();
  const list = useListAddress(listOptions);
  const input = toInput(list);
  const filter = withoutPage(input);
  const file = useTableFile((part) => call('GET /api/auth/jobs/failed/export', { ...filter, part }));

  const carryOut = async (work: Promise<unknown>, said: string) => {
    try {
      await work;
      toast.success(said);
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.handled)) toast.error(errorText(failure));
    }
    await client.invalidateQueries({ queryKey: failedJobsKey });
  };
  const leave = async ({ id }: DeadLetter) => {
    const agreed = await confirm({ title: t('jobs.leave.ask'), text: t('jobs.leave.text'), yes: t('jobs.leave') });
    if (agreed) await carryOut(call('DELETE /api/auth/jobs/failed/{id}', { id }), t('jobs.leave.done'));
  };
  const getActions = (row: DeadLetter): RowAction[] => [
    {
      id: 'again',
      label: t('jobs.again'),
      icon: IconRefresh,
      disabledReason: row.again ? null : t('jobs.again.notWhole'),
      onClick: () => void carryOut(call('POST /api/auth/jobs/failed/{id}/retry', { id: row.id }), t('jobs.again.done')),
    },
    { id: 'leave', label: t('jobs.leave'), icon: IconTrash, danger: true, onClick: () => void leave(row) },
  ];
  return (
    <ListTable
      list={list}
      query={failedJobsQuery(input)}
      caption={t('jobs.caption')}
      columns={getColumns({ t, language, zone })}
      rowId={(row) => row.id}
      rowName={(row) => [t(kindKey(row.kind)), row.unit ?? t('jobs.unit.all')].join(', ')}
      order={{ column: 'at', direction: 'desc' }}
      searchLabel={t('jobs.search')}
      file={file}
      rowActions={getActions}
      empty={<EmptyState text={t('jobs.empty')} />}
    />
  );
}
