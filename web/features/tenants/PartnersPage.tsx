import { lazy, useState } from 'react';
import { changedSearch, stringifySearch, useSearchValues } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { useListAddress, withoutPage } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { ListTable } from '../../app/layouts/ListTable.tsx';
import { Part } from '../../app/shell/Part.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ListViews, useListViews } from '../list-views/index.ts';
import { getColumns } from './columns.tsx';
import { partnerKinds, partnerOptions, partnersInput, partnersQuery } from './loader.ts';
import { type ActionTarget, getRowActions } from './row-actions.ts';
import type { Asking } from './StatusDialogs.tsx';
import { StatusFilter } from './StatusFilter.tsx';
import { useChangeUnit } from './use-change-unit.ts';
import './partners.css';
import './tenants.css';

const UnitDetail = lazy(() => import('./UnitDetail.tsx').then((module) => ({ default: module.UnitDetail })));
const StatusDialogs = lazy(() => import('./StatusDialogs.tsx').then((module) => ({ default: module.StatusDialogs })));

/** The platform's home (BEHAVIOUR 17): partners and business units, or the one named in the address. */
export function PartnersPage() {
  const { id } = useSearchValues();
  if (id)
    return (
      <Part>
        <UnitDetail key={id} id={id} listHref="/partners" listTitle="partners.title" />
      </Part>
    );
  return <PartnerList />;
}

function PartnerList() {
  const { t, language } = useTranslation();
  const zone = useZone();
  const list = useListAddress(partnerOptions);
  const input = partnersInput(list);
  const filter = withoutPage(input);
  const { kind, status } = input;
  const { change } = useChangeUnit();
  const [asking, setAsking] = useState<Asking | null>(null);
  const saved = useListViews({ list: 'partners', address: list });
  const title = t('partners.title');
  useBreadcrumb([{ label: t('partners.crumb') }, { label: title }]);
  const hrefWith = (params: Parameters<typeof changedSearch>[1]) => `/partners${changedSearch(stringifySearch(list.values), params)}`;
  const columns = getColumns({ t, language, zone, getHref: (row) => hrefWith({ id: row.id }) });
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
        {partnerKinds.map((each) => (
          <Chip key={each} href={hrefWith({ kind: each, page: undefined })} on={each === kind}>
            {t(`partners.view.${each}`)}
          </Chip>
        ))}
      </ListViews>
      <ListTable
        list={list}
        query={partnersQuery(input)}
        caption={t('partners.caption')}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        order={{ column: 'name', direction: 'asc' }}
        searchLabel={t('tenants.search')}
        file={file}
        saved={saved}
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
        rowActions={(row) =>
          getRowActions(row, {
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
