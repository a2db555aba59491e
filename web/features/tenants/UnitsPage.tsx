import { lazy, useState } from 'react';
import { changedSearch, stringifySearch, useSearchValues } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { useListAddress, withoutPage } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { ListTable } from '../../app/layouts/ListTable.tsx';
import { Part } from '../../app/shell/Part.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation, withTexts } from '../../i18n.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ListViews, useListViews } from '../list-views/index.ts';
import { unitOptions, unitsInput, unitsQuery } from './loader.ts';
import { type ActionTarget, getRowActions } from './row-actions.ts';
import type { Asking } from './StatusDialogs.tsx';
import { TreeUse } from './TreeUse.tsx';
import { unitColumns } from './unit-columns.tsx';
import { useChangeUnit } from './use-change-unit.ts';
import './partners.css';
import './tenants.css';

const EnterUnitDialog = lazy(() =>
  withTexts(['personal'], () => import('../partner-access/index.ts')).then((module) => ({ default: module.EnterUnitDialog })),
);
const PartnerCards = lazy(() =>
  withTexts(['manage'], () => import('../overview/index.ts')).then((module) => ({ default: module.PartnerCards })),
);
const UnitDetail = lazy(() => import('./UnitDetail.tsx').then((module) => ({ default: module.UnitDetail })));
const StatusDialogs = lazy(() => import('./StatusDialogs.tsx').then((module) => ({ default: module.StatusDialogs })));

/** A partner's business units: the tree's use, the list, or the unit named in the address. */
export function UnitsPage() {
  const { id } = useSearchValues();
  if (id)
    return (
      <Part>
        <UnitDetail key={id} id={id} listHref="/companies" listTitle="tenants.title" />
      </Part>
    );
  return <UnitList />;
}

function UnitList() {
  const { t, language } = useTranslation();
  const zone = useZone();
  const list = useListAddress(unitOptions);
  const input = unitsInput(list);
  const filter = withoutPage(input);
  const { status } = input;
  const { change } = useChangeUnit();
  const [asking, setAsking] = useState<Asking | null>(null);
  const [entering, setEntering] = useState<ActionTarget | null>(null);
  const saved = useListViews({ list: 'companies', address: list, hidden: ['created'] });
  const title = t('tenants.title');
  useBreadcrumb([{ label: t('tenants.crumb') }, { label: title }]);
  const hrefWith = (params: Parameters<typeof changedSearch>[1]) => `/companies${changedSearch(stringifySearch(list.values), params)}`;
  const columns = unitColumns({ t, language, zone, now: new Date(), getHref: (row) => hrefWith({ id: row.id }) });
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
      <ListTable
        list={list}
        query={unitsQuery(input)}
        caption={title}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        order={{ column: 'name', direction: 'asc' }}
        searchLabel={t('tenants.search')}
        file={file}
        saved={saved}
        above={(answer) => (
          <>
            {answer && <TreeUse tree={answer.tree} label={t('tenants.tree.label')} />}
            <ListViews saved={saved} label={t('tenants.views')}>
              {([undefined, 'A', 'T', 'B', 'D'] as const).map((each) => (
                <Chip
                  key={each ?? 'all'}
                  href={hrefWith({ status: each, page: undefined })}
                  on={each === status}
                  count={answer?.counts[each ?? 'all']}
                >
                  {t(`tenants.view.${each ?? 'all'}`)}
                </Chip>
              ))}
            </ListViews>
          </>
        )}
        rowActions={(row) =>
          getRowActions(row, {
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
