import { inputOfList, useListAddress } from '../../app/address/list-address.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { ListTable } from '../../app/layouts/ListTable.tsx';
import { useTranslation } from '../../i18n.ts';
import { partnersQuery } from './loader.ts';
import { unitColumns } from './unit-columns.tsx';

const listOptions = { sorts: [], filters: [] };

/** A partner's business units, as the platform sees them. */
export function PartnerUnits({ parent }: { parent: string }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const list = useListAddress(listOptions);
  const columns = unitColumns({ t, language, zone, now: new Date(), hrefOf: (row) => `/partners?id=${row.id}` });
  return (
    <ListTable
      list={list}
      query={partnersQuery({ ...inputOfList(list), parent, kind: 'unit' })}
      caption={t('tenants.tab.units')}
      columns={columns.map((column) => ({ ...column, sortable: false }))}
      rowId={(row) => row.id}
      rowName={(row) => row.name}
      searchLabel={t('tenants.search')}
      empty={<p className="muted">{t('tenants.units.none')}</p>}
    />
  );
}
