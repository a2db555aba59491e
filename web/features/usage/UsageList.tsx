import { formatDateTime } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import { changedSearch, stringifySearch, usePathname } from '../../app/address/address.ts';
import { useListAddress, withoutPage } from '../../app/address/list-address.ts';
import { type CallOutput, call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { ListTable } from '../../app/layouts/ListTable.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import type { Column } from '../../ui/table/types.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { ListViews, useListViews } from '../list-views/index.ts';
import { toUsageInput, usageListQuery, usageOptions } from './loader.ts';
import { durationWords } from './words.ts';

type UsageRow = CallOutput<'GET /api/auth/usage/{by}'>['items'][number];

/** Usage by report or by user, and those without any. */
export function UsageList() {
  const { t, language } = useTranslation();
  const zone = useZone();
  const path = usePathname();
  const address = useListAddress(usageOptions);
  // Period and kind are no filters: they stay when the filters are removed.
  const list = { ...address, clear: () => address.refine({ search: undefined, never: undefined }) };
  const input = toUsageInput(list);
  const filter = withoutPage(input);
  const { by } = filter;
  const never = filter.never === '1';
  const saved = useListViews({ list: 'usage', address: list });
  const hrefWith = (change: Parameters<typeof changedSearch>[1]) =>
    `${path}${changedSearch(stringifySearch(list.values), { ...change, page: undefined, saved: undefined })}`;

  const columns: Column<UsageRow>[] = [
    {
      id: 'name',
      header: t(`usage.column.${by}`),
      rowHeader: true,
      sortable: true,
      phone: 'name',
      cell: (row) => (by === 'reports' ? <UiLink href={`/${row.id}/management/view`}>{row.name}</UiLink> : row.name),
    },
    {
      id: 'place',
      header: t(by === 'reports' ? 'usage.column.group' : 'usage.column.email'),
      muted: true,
      cell: (row) => row.place ?? '–',
    },
    {
      id: 'views',
      header: t('usage.column.views'),
      align: 'right',
      sortable: true,
      phone: 'fact',
      cell: (row) => formatNumber(language, row.views),
    },
    {
      id: 'others',
      header: t(by === 'reports' ? 'usage.column.viewers' : 'usage.column.opened'),
      align: 'right',
      sortable: true,
      cell: (row) => formatNumber(language, row.others),
    },
    { id: 'time', header: t('usage.column.time'), align: 'right', sortable: true, cell: (row) => durationWords(language, row.seconds) },
    {
      id: 'last',
      header: t('usage.column.last'),
      sortable: true,
      phone: 'fact',
      cell: (row) => <span className="num">{row.lastAt ? formatDateTime(language, new Date(row.lastAt), zone) : '–'}</span>,
    },
  ];
  const file = useTableFile((part) => call('GET /api/auth/usage/{by}/export', { ...filter, part }), { columns, choice: saved.choice });
  return (
    <ListTable
      list={list}
      query={usageListQuery(input)}
      above={() => (
        <ListViews saved={saved} label={t('usage.views')}>
          {(['reports', 'users'] as const).map((each) => (
            <Chip
              key={each}
              href={hrefWith({ by: each === 'users' ? each : undefined, never: undefined, sort: undefined, search: undefined })}
              on={by === each && !never && !saved.current}
            >
              {t(`usage.view.${each}`)}
            </Chip>
          ))}
          <Chip href={hrefWith({ by: undefined, never: '1', sort: undefined })} on={never && by === 'reports' && !saved.current}>
            {t('usage.view.neverReports')}
          </Chip>
          <Chip href={hrefWith({ by: 'users', never: '1', sort: undefined })} on={never && by === 'users' && !saved.current}>
            {t('usage.view.neverUsers')}
          </Chip>
        </ListViews>
      )}
      caption={t(`usage.view.${by}`)}
      columns={columns}
      rowId={(row) => row.id}
      rowName={(row) => row.name}
      order={{ column: 'views', direction: 'desc' }}
      searchLabel={t(`usage.search.${by}`)}
      file={file}
      saved={saved}
      empty={
        list.search ? (
          <FilteredEmpty filters={list.search} onClear={() => list.refine({ search: undefined })} />
        ) : (
          <EmptyState text={t(never ? 'usage.noneNever' : 'usage.empty')} />
        )
      }
    />
  );
}
