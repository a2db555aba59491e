import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { tenantSorts, tenantStatuses } from '../../../domain/tenants/sorts.ts';
import { changedSearch, stringifySearch } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { useListAddress } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { listFailure } from '../../app/data/list-failure.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { ExportMenu } from '../../ui/table/ExportMenu.tsx';
import { ListViews, useListViews } from '../list-views/index.ts';
import { columnsOf } from './columns.tsx';
import { type PartnersInput, partnersQuery } from './queries.ts';
import { type ActionTarget, rowActionsOf } from './row-actions.ts';
import type { Asking } from './StatusDialogs.tsx';
import { StatusFilter } from './StatusFilter.tsx';
import { useChangeUnit } from './use-change-unit.ts';
import './partners.css';
import './tenants.css';

const UnitDetail = lazy(() => import('./UnitDetail.tsx').then((module) => ({ default: module.UnitDetail })));
const StatusDialogs = lazy(() => import('./StatusDialogs.tsx').then((module) => ({ default: module.StatusDialogs })));
const kinds = ['partner', 'unit'] as const;

/** The platform's home (BEHAVIOUR 17): partners and business units, or the one named in the address. */
export function PartnersPage() {
  const list = useListAddress({ sorts: tenantSorts, filters: ['kind', 'status'], memory: 'page_tenant' });
  const { id } = list.values;
  if (id)
    return (
      <Part>
        <UnitDetail key={id} id={id} listHref="/partners" listTitle="partners.title" />
      </Part>
    );
  return <PartnerList list={list} />;
}

function PartnerList({ list }: { list: ReturnType<typeof useListAddress<(typeof tenantSorts)[number]>> }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const kind = kinds.find((each) => each === list.values.kind);
  const status = tenantStatuses.find((each) => each === list.values.status);
  const filter: PartnersInput = {
    ...(list.search ? { search: list.search } : {}),
    ...(list.order ? { sort: list.order } : {}),
    ...(kind ? { kind } : {}),
    ...(status ? { status } : {}),
  };
  const { data, error, isPlaceholderData, refetch } = useQuery(partnersQuery({ ...filter, page: list.page, size: list.size }));
  const { change } = useChangeUnit();
  const [asking, setAsking] = useState<Asking | null>(null);
  const saved = useListViews({ list: 'partners', address: list });
  const title = t('partners.title');
  useBreadcrumb([{ label: t('partners.crumb') }, { label: title }]);
  const hrefWith = (params: Parameters<typeof changedSearch>[1]) => `/partners${changedSearch(stringifySearch(list.values), params)}`;
  const columns = columnsOf({ t, language, zone, hrefOf: (row) => hrefWith({ id: row.id }) });
  const file = useTableFile((part) => call('GET /api/auth/partners/export', { ...filter, part }), { columns, choice: saved.choice });
  const open = (row: ActionTarget) => list.change({ id: row.id, tab: undefined });
  return (
    <div className="page">
      <PageHeader
        title={title}
        text={t('partners.text')}
        actions={
          <>
            <ButtonLink href="/partners?new=unit" icon={IconPlus}>
              {t('tenants.unit.newHere')}
            </ButtonLink>
            <ButtonLink kind="primary" href="/partners?new=partner" icon={IconPlus}>
              {t('tenants.partner.new')}
            </ButtonLink>
          </>
        }
      />
      <ListViews saved={saved} label={t('partners.views')}>
        <Chip href={hrefWith({ kind: undefined, page: undefined })} on={!kind}>
          {t('partners.view.all')}
        </Chip>
        {kinds.map((each) => (
          <Chip key={each} href={hrefWith({ kind: each, page: undefined })} on={each === kind}>
            {t(`partners.view.${each}`)}
          </Chip>
        ))}
      </ListViews>
      <DataTable
        caption={t('partners.caption')}
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
        filters={
          status
            ? [
                {
                  id: 'status',
                  label: t('partners.filter.statusIs', { status: t(`partners.status.${status}`) }),
                  onRemove: () => list.refine({ status: undefined }),
                },
              ]
            : []
        }
        addFilter={<StatusFilter value={status} onChoose={(next) => list.refine({ status: next })} />}
        onClearFilters={list.clear}
        tools={<ExportMenu file={file} />}
        columnChoice={saved.choice}
        onColumnChoice={saved.choose}
        rowActions={(row) =>
          rowActionsOf(row, {
            t,
            open,
            ask: (what, unit) => setAsking({ what, unit, opened: true }),
            change: (action, unit) => void change(action, unit),
          })
        }
        onOpen={open}
        empty={
          kind ? <FilteredEmpty filters={t(`partners.view.${kind}`)} onClear={list.clear} /> : <EmptyState text={t('partners.empty')} />
        }
      />
      {asking && (
        <Part>
          <StatusDialogs asking={asking} onAsk={setAsking} onClose={() => setAsking({ ...asking, opened: false })} />
        </Part>
      )}
    </div>
  );
}
