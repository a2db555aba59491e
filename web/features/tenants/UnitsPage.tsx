import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { tenantStatuses, unitSorts } from '../../../domain/tenants/sorts.ts';
import { changedSearch, stringifySearch } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { useListAddress } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { listFailure } from '../../app/data/list-failure.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation, withTexts } from '../../i18n.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { ExportMenu } from '../../ui/table/ExportMenu.tsx';
import { ListViews, useListViews } from '../list-views/index.ts';
import { type UnitsInput, unitsQuery } from './queries.ts';
import { type ActionTarget, rowActionsOf } from './row-actions.ts';
import type { Asking } from './StatusDialogs.tsx';
import { TreeUse } from './TreeUse.tsx';
import { unitColumns } from './unit-columns.tsx';
import { useChangeUnit } from './use-change-unit.ts';
import './partners.css';
import './tenants.css';

const EnterUnitDialog = lazy(() => import('../partner-access/index.ts').then((module) => ({ default: module.EnterUnitDialog })));
const PartnerCards = lazy(() =>
  withTexts(['manage'], () => import('../overview/index.ts')).then((module) => ({ default: module.PartnerCards })),
);
const UnitDetail = lazy(() => import('./UnitDetail.tsx').then((module) => ({ default: module.UnitDetail })));
const StatusDialogs = lazy(() => import('./StatusDialogs.tsx').then((module) => ({ default: module.StatusDialogs })));

/** A partner's business units: the tree's use, the list, or the unit named in the address. */
export function UnitsPage() {
  const list = useListAddress({ sorts: unitSorts, filters: ['status'], memory: 'page_tenant' });
  const { id } = list.values;
  if (id)
    return (
      <Part>
        <UnitDetail key={id} id={id} listHref="/companies" listTitle="tenants.title" />
      </Part>
    );
  return <UnitList list={list} />;
}

function UnitList({ list }: { list: ReturnType<typeof useListAddress<(typeof unitSorts)[number]>> }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const status = tenantStatuses.find((each) => each === list.values.status);
  const filter: UnitsInput = {
    ...(list.search && { search: list.search }),
    ...(list.order && { sort: list.order }),
    ...(status && { status }),
  };
  const { data, error, isPlaceholderData, refetch, dataUpdatedAt } = useQuery(unitsQuery({ ...filter, page: list.page, size: list.size }));
  const { change } = useChangeUnit();
  const [asking, setAsking] = useState<Asking | null>(null);
  const [entering, setEntering] = useState<ActionTarget | null>(null);
  const saved = useListViews({ list: 'companies', address: list, hidden: ['created'] });
  const title = t('tenants.title');
  useBreadcrumb([{ label: t('tenants.crumb') }, { label: title }]);
  const hrefWith = (params: Parameters<typeof changedSearch>[1]) => `/companies${changedSearch(stringifySearch(list.values), params)}`;
  const columns = unitColumns({ t, language, zone, now: new Date(dataUpdatedAt || Date.now()), hrefOf: (row) => hrefWith({ id: row.id }) });
  const file = useTableFile((part) => call('GET /api/auth/units/export', { ...filter, part }), { columns, choice: saved.choice });
  const open = (row: ActionTarget) => list.change({ id: row.id, tab: undefined });
  const add = (
    <ButtonLink kind="primary" icon={IconPlus} href="/registration">
      {t('tenants.new')}
    </ButtonLink>
  );
  return (
    <div className="page">
      <PageHeader title={title} text={t('tenants.text')} actions={add} />
      {data && <TreeUse tree={data.tree} label={t('tenants.tree.label')} />}
      <ListViews saved={saved} label={t('tenants.views')}>
        {([undefined, 'A', 'T', 'B', 'D'] as const).map((each) => (
          <Chip
            key={each ?? 'all'}
            href={hrefWith({ status: each, page: undefined })}
            on={each === status}
            count={data?.counts[each ?? 'all']}
          >
            {t(`tenants.view.${each ?? 'all'}`)}
          </Chip>
        ))}
      </ListViews>
      <DataTable
        caption={title}
        columns={columns}
        rows={data?.items}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        fetching={isPlaceholderData}
        failure={listFailure({ error, data, refetch })}
        sort={list.sort ?? { column: 'name', direction: 'asc' }}
        onSort={list.onSort}
        paging={list.paging(data)}
        search={{ value: list.search, label: t('tenants.search'), onChange: list.onSearch }}
        onClearFilters={list.clear}
        tools={<ExportMenu file={file} />}
        columnChoice={saved.choice}
        onColumnChoice={saved.choose}
        rowActions={(row) =>
          rowActionsOf(row, {
            t,
            open,
            enter: (unit) => setEntering(unit),
            ask: (what, unit) => setAsking({ what, unit, opened: true }),
            change: (action, unit) => void change(action, unit),
          })
        }
        onOpen={open}
        empty={
          status ? (
            <FilteredEmpty filters={t(`tenants.view.${status === 'I' ? 'B' : status}`)} onClear={list.clear} />
          ) : (
            <EmptyState text={t('tenants.empty')} action={add} />
          )
        }
      />
      <Part>
        <PartnerCards />
      </Part>
      {entering && (
        <Part>
          <EnterUnitDialog unit={entering} onClose={() => setEntering(null)} />
        </Part>
      )}
      {asking && (
        <Part>
          <StatusDialogs asking={asking} onAsk={setAsking} onClose={() => setAsking({ ...asking, opened: false })} />
        </Part>
      )}
    </div>
  );
}
