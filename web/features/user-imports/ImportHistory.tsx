import { useQueryClient } from '@tanstack/react-query';
import { formatDateTime } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import { importSorts } from '../../../domain/user-imports/limits.ts';
import { useListState } from '../../app/address/list-state.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { ListTable } from '../../app/layouts/ListTable.tsx';
import { toastError } from '../../app/notices/notify.ts';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { confirm } from '../../ui/confirm.ts';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconDownload, IconTrash } from '../../ui/icons.ts';
import { SectionHeader } from '../../ui/PageHeader.tsx';
import type { Column } from '../../ui/table/types.ts';
import { toast } from '../../ui/toast.ts';
import { pastQuery, pastSize } from './loader.ts';
import { type EndedImport, refreshImport } from './queries.ts';
import type { Address } from './use-import-address.ts';
import { useResult } from './use-result.ts';
import { stateTones, stateWord } from './words.ts';

const getStep = ({ state }: EndedImport) => (state === 'mapping' ? 2 : state === 'review' ? 3 : 4);

/** All earlier imports and those still being prepared; each can be opened again. */
export function ImportHistory({ address }: { address: Address }) {
  const { t, language } = useTranslation();
  const client = useQueryClient();
  const zone = useZone();
  const list = useListState(pastSize, importSorts);
  const { download } = useResult();
  const open = (row: EndedImport) => address.go(getStep(row), { id: row.id });
  const forget = async (row: EndedImport) => {
    const agreed = await confirm({
      title: t('userImport.forgetAsk', { name: row.name }),
      text: t('userImport.forgetText'),
      yes: t('userImport.forget'),
      typed: row.name,
    });
    if (!agreed) return;
    try {
      await call('DELETE /api/auth/user-imports/{id}', { id: row.id });
      toast.success(t('userImport.forgotten'));
      if (address.id === row.id) address.go(1, { id: null, replace: true });
      void refreshImport(client, row.id);
    } catch (failure) {
      toastError(failure);
    }
  };
  const columns: Column<EndedImport>[] = [
    {
      id: 'name',
      header: t('userImport.pastFile'),
      rowHeader: true,
      sortable: true,
      phone: 'name',
      cell: (row) => (
        <button type="button" className="import-open" onClick={() => open(row)}>
          {row.source === 'unit' ? `${t('userImport.unit')}: ${row.name}` : row.name}
        </button>
      ),
    },
    {
      id: 'state',
      header: t('userImport.pastState'),
      phone: 'status',
      cell: (row) => <Badge tone={stateTones[row.state]}>{stateWord(t, row.state)}</Badge>,
    },
    {
      id: 'sums',
      header: t('userImport.pastSums'),
      align: 'right',
      phone: 'fact',
      cell: (row) =>
        t('userImport.pastSumsOf', { succeeded: formatNumber(language, row.succeeded), total: formatNumber(language, row.total) }),
    },
    { id: 'who', header: t('userImport.pastWho'), muted: true, cell: (row) => row.addedBy ?? '' },
    {
      id: 'created',
      header: t('userImport.pastWhen'),
      sortable: true,
      muted: true,
      cell: (row) => formatDateTime(language, new Date(row.endedAt ?? row.createdAt), zone),
    },
  ];
  const file = useTableFile((part) => call('GET /api/auth/user-imports/export', { ...list.narrowed, part }), { columns });
  return (
    <section className="import-history">
      <SectionHeader title={t('userImport.past')} />
      <ListTable
        list={list}
        query={pastQuery(list.input)}
        caption={t('userImport.past')}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        order={{ column: 'created', direction: 'desc' }}
        searchLabel={t('userImport.pastSearch')}
        file={file}
        onOpen={open}
        rowActions={(row) => [
          { id: 'open', label: t('userImport.open'), onClick: () => open(row) },
          ...(row.state === 'done' || row.state === 'cancelled'
            ? [{ id: 'result', label: t('userImport.downloadResult'), icon: IconDownload, onClick: () => void download(row.id, 'all') }]
            : []),
          ...(row.state === 'running'
            ? []
            : [{ id: 'forget', label: t('userImport.forget'), icon: IconTrash, danger: true, onClick: () => void forget(row) }]),
        ]}
        empty={
          list.search ? (
            <FilteredEmpty filters={list.search} onClear={list.clear} />
          ) : (
            <EmptyState compact title={t('userImport.pastNone')} />
          )
        }
      />
    </section>
  );
}
