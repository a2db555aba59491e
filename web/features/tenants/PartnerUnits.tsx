import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listFailure } from '../../app/data/list-failure.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { partnersQuery } from './queries.ts';
import { unitColumns } from './unit-columns.tsx';

const size = 25;

/** A partner's business units, as the platform sees them. */
export function PartnerUnits({ parent }: { parent: string }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const { data, error, isPlaceholderData, refetch, dataUpdatedAt } = useQuery(
    partnersQuery({ parent, kind: 'unit', page, size, ...(search && { search }) }),
  );
  return (
    <DataTable
      caption={t('tenants.tab.units')}
      columns={unitColumns({
        t,
        language,
        zone,
        now: new Date(dataUpdatedAt || Date.now()),
        hrefOf: (row) => `/partners?id=${row.id}`,
      }).map((column) => ({
        ...column,
        sortable: false,
      }))}
      rows={data?.items}
      rowId={(row) => row.id}
      rowName={(row) => row.name}
      fetching={isPlaceholderData}
      failure={listFailure({ error, data, refetch })}
      search={{
        value: search,
        label: t('tenants.search'),
        onChange: (text) => {
          setSearch(text);
          setPage(1);
        },
      }}
      paging={data ? { page, pages: data.pages, size, total: data.total, totalIsExact: data.totalIsExact, onPage: setPage } : null}
      empty={<p className="muted">{t('tenants.units.none')}</p>}
    />
  );
}
