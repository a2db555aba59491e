import { tenantSorts } from '../../../domain/tenants/sorts.ts';
import { inputOfList, useListAddress, withoutPage } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { ListTable } from '../../app/layouts/ListTable.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { partnersQuery } from './loader.ts';
import { unitColumns } from './unit-columns.tsx';

const listOptions = { sorts: tenantSorts, filters: [] };

/** A partner's business units, as the platform sees them. */
export function PartnerUnits({ parent }: { parent: string }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const list = useListAddress(listOptions);
  const input = { ...inputOfList(list), parent, kind: 'unit' as const };
  const filter = withoutPage(input);
  const columns = unitColumns({ t, language, zone, now: new Date(), getHref: (row) => `/partners?id=${row.id}` }).map((column) => ({
    ...column,
    sortable: tenantSorts.some((sort) => sort === column.id),
  }));
  const file = useTableFile((part) => call('GET /api/auth/partners/export', { ...filter, part }), { columns });
  return (
    <ListTable
      list={list}
      query={partnersQuery(input)}
      caption={t('tenants.tab.units')}
      columns={columns}
      rowId={(row) => row.id}
      rowName={(row) => row.name}
      order={{ column: 'name', direction: 'asc' }}
      searchLabel={t('tenants.search')}
      file={file}
      empty={<p className="muted">{t('tenants.units.none')}</p>}
    />
  );
}
