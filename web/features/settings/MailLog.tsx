import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '../../../domain/format/number.ts';
import { changedSearch, stringifySearch } from '../../app/address.ts';
import { call } from '../../app/api.ts';
import { ApiError } from '../../app/api-error.ts';
import { useTranslation } from '../../app/i18n.ts';
import { useListAddress } from '../../app/list-address.ts';
import { errorText, toastError } from '../../app/notify.ts';
import { useZone } from '../../app/use-zone.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { downloadText } from '../../ui/download.ts';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useColumnChoice } from '../../ui/table/use-column-choice.ts';
import { toast } from '../../ui/toast.ts';
import { mailColumns } from './mail-columns.tsx';
import { mailLogQuery } from './queries.ts';

const sorts = ['at', 'address'] as const;
const states = ['queued', 'sent', 'failed'] as const;

/** The messages that were to leave, with the server's answers. */
export function MailLog() {
  const { t, language } = useTranslation();
  const zone = useZone();
  const list = useListAddress({ sorts, filters: ['state'] });
  const state = states.find((each) => each === list.values.state);
  const filter = {
    ...(list.search ? { search: list.search } : {}),
    ...(list.order ? { sort: list.order } : {}),
    ...(state ? { state } : {}),
  };
  const { data, error, isPlaceholderData, refetch } = useQuery(mailLogQuery({ page: list.page, size: list.size, ...filter }));
  const [choice, setChoice] = useColumnChoice('mails', ['person', 'via', 'attempts']);
  const [exporting, setExporting] = useState(false);
  const hrefOf = (next: string | undefined) => `/setting${changedSearch(stringifySearch(list.values), { state: next, page: undefined })}`;
  const download = async () => {
    setExporting(true);
    try {
      const { filename, csv, rows } = await call('GET /api/auth/mail/log/export', filter);
      downloadText(filename, csv);
      toast.success(t('mailLog.exported'), { text: t('mailLog.exported.text', { name: filename, count: rows }) });
    } catch (failure) {
      toastError(failure);
    }
    setExporting(false);
  };
  return (
    <>
      <nav className="mail-log-views" aria-label={t('mailLog.views')}>
        {(['all', ...states] as const).map((each) => (
          <Chip
            key={each}
            href={hrefOf(each === 'all' ? undefined : each)}
            on={each === (state ?? 'all')}
            count={data && formatNumber(language, data.counts[each])}
          >
            {t(`mailLog.view.${each}`)}
          </Chip>
        ))}
      </nav>
      <DataTable
        caption={t('mailLog.caption')}
        columns={mailColumns({ t, language, zone })}
        rows={data?.items}
        rowId={(row) => row.id}
        rowName={(row) => row.address}
        fetching={isPlaceholderData}
        failure={
          error && !data
            ? { text: errorText(error), requestId: error instanceof ApiError ? error.requestId : null, onRetry: () => void refetch() }
            : null
        }
        sort={list.sort ?? { column: 'at', direction: 'desc' }}
        onSort={list.onSort}
        paging={list.paging(data)}
        search={{ value: list.search, label: t('mailLog.search'), onChange: list.onSearch }}
        filters={[]}
        onClearFilters={list.clear}
        tools={
          <Button size="s" icon={IconDownload} loading={exporting} onClick={() => void download()}>
            {t('ui.table.export')}
          </Button>
        }
        columnChoice={choice}
        onColumnChoice={setChoice}
        empty={
          state ? <FilteredEmpty filters={t(`mailLog.view.${state}`)} onClear={list.clear} /> : <EmptyState text={t('mailLog.empty')} />
        }
      />
    </>
  );
}
