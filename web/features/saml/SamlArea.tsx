import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import type { SamlRow } from '../../../domain/saml/contract.ts';
import { samlViews } from '../../../domain/saml/limits.ts';
import { changedSearch, stringifySearch } from '../../app/address/address.ts';
import { useDrawerTarget } from '../../app/address/drawer-target.ts';
import { useListAddress, withoutPage } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { ListTable } from '../../app/layouts/ListTable.tsx';
import { Reading } from '../../app/layouts/Reading.tsx';
import { errorText } from '../../app/notices/notify.ts';
import { useWho } from '../../app/session/session.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { ConfirmDelete } from '../../ui/ConfirmDelete.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconPlus, IconTestPipe, IconTrash } from '../../ui/icons.ts';
import type { RowAction } from '../../ui/table/types.ts';
import { toast } from '../../ui/toast.ts';
import { ListViews, useListViews } from '../list-views/index.ts';
import { getColumns } from './columns.tsx';
import { appsQuery, companiesQuery, listOptions, toListInput } from './loader.ts';
import { type SamlPanel, samlPanels } from './panels.ts';
import { refreshSaml } from './queries.ts';
import './saml.css';

const SamlDrawer = lazy(() => import('./SamlDrawer.tsx').then((module) => ({ default: module.SamlDrawer })));
type Removing = { row: SamlRow; opened: boolean; problem: string | null };

/** The partner's own tenant and its units that sign in by SAML; a unit has none below it. */
function UsedCompanies() {
  const { t } = useTranslation();
  const { data } = useSuspenseQuery(companiesQuery);
  return (
    <section aria-label={t('saml.used.title')}>
      <h2 className="saml-part">{t('saml.used.title')}</h2>
      {data.companies.length === 0 && <p className="muted">{t('saml.used.none')}</p>}
      <ul className="plain-list saml-used">
        {data.companies.map(({ id, name, ...counts }) => (
          <li key={id}>
            <b>{name}</b> <span className="small muted">{t('saml.used.apps', counts)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The tenant's SAML apps: list, drawer, test, status and deletion (Spec 2, azure/saml). */
export function SamlArea() {
  const { t, language } = useTranslation();
  const zone = useZone();
  const client = useQueryClient();
  const who = useWho();
  const list = useListAddress(listOptions);
  const input = toListInput(list);
  const filter = withoutPage(input);
  const { view } = filter;
  const { shown, opened } = useDrawerTarget(list.values);
  const [removing, setRemoving] = useState<Removing | null>(null);
  const hrefWith = (params: Parameters<typeof changedSearch>[1]) => `/azure/saml${changedSearch(stringifySearch(list.values), params)}`;
  const none = { id: undefined, new: undefined, panel: undefined, result: undefined };
  const saved = useListViews({ list: 'saml-apps', address: list, hidden: ['created'] });
  const columns = getColumns({ t, language, zone, getHref: (row) => hrefWith({ ...none, id: row.id }) });
  const file = useTableFile((part) => call('GET /api/auth/saml/export', { ...filter, part }), { columns, choice: saved.choice });
  const create = () => list.change({ ...none, new: '1' });
  const open = (row: SamlRow, panel?: SamlPanel) => list.change({ ...none, id: row.id, panel });
  const switchTo = async (row: SamlRow, status: 'A' | 'I') => {
    try {
      await call('POST /api/auth/saml/change/status', { id: row.id, status });
      toast.success(t(`saml.done.${status}`, { name: row.name }));
    } catch (refusal) {
      if (refusal instanceof ApiError && refusal.handled) return;
      toast.error(t('saml.failed'), { text: errorText(refusal), code: refusal instanceof ApiError ? refusal.requestId : undefined });
    } finally {
      refreshSaml(client);
    }
  };
  const remove = async () => {
    if (!removing) return;
    try {
      await call('DELETE /api/auth/saml/delete', { id: removing.row.id });
      toast.success(t('saml.deleted', { name: removing.row.name }));
      setRemoving({ ...removing, opened: false });
      refreshSaml(client);
    } catch (refusal) {
      setRemoving({ ...removing, problem: errorText(refusal) });
    }
  };
  const getActions = (row: SamlRow): RowAction[] => [
    { id: 'edit', label: t('saml.action.edit'), icon: IconPencil, onClick: () => open(row) },
    { id: 'test', label: t('saml.action.test'), icon: IconTestPipe, onClick: () => open(row, 'test') },
    row.status === 'A'
      ? {
          ...{ id: 'off', label: t('saml.action.deactivate'), icon: IconPlayerPause },
          onClick: () => void switchTo(row, 'I'),
        }
      : {
          ...{ id: 'on', label: t('saml.action.activate'), icon: IconPlayerPlay },
          onClick: () => void switchTo(row, 'A'),
        },
    {
      ...{ id: 'delete', label: t('saml.action.delete'), icon: IconTrash, danger: true },
      onClick: () => setRemoving({ row, opened: true, problem: null }),
    },
  ];
  const add = (
    <Button kind="primary" icon={IconPlus} onClick={create}>
      {t('saml.new')}
    </Button>
  );
  return (
    <div className="saml-stack">
      <div className="saml-row saml-head">
        <p className="muted">{t('saml.lead')}</p>
        {add}
      </div>
      <ListTable
        list={list}
        query={appsQuery(input)}
        above={(answer) => (
          <ListViews saved={saved} label={t('saml.views')}>
            {[undefined, ...samlViews].map((each) => (
              <Chip
                key={each ?? 'all'}
                href={hrefWith({ view: each, page: undefined, saved: undefined })}
                on={each === view && !saved.current}
                count={answer?.counts[each ?? 'all']}
              >
                {t(`saml.view.${each ?? 'all'}`)}
              </Chip>
            ))}
          </ListViews>
        )}
        caption={t('saml.area')}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        order={{ column: 'position', direction: 'asc' }}
        searchLabel={t('saml.search')}
        file={file}
        saved={saved}
        rowActions={getActions}
        onOpen={(row) => open(row)}
        onCreate={create}
        empty={
          view ? (
            <FilteredEmpty filters={t(`saml.view.${view}`)} onClear={list.clear} />
          ) : (
            <EmptyState text={t('saml.empty')} action={add} />
          )
        }
      />
      {who?.profile === 'master' && (
        <Reading waiting={() => null}>
          <UsedCompanies />
        </Reading>
      )}
      {shown && (
        <Part>
          <SamlDrawer
            key={shown.opening}
            id={shown.id}
            opened={opened}
            panel={samlPanels.find((each) => each === list.values.panel) ?? 'data'}
            ticket={list.values.result}
            joins={who?.profile === 'admin'}
            onPanel={(panel) => list.change({ panel: panel === 'data' ? undefined : panel }, { replace: true })}
            onAdded={(id) => list.change({ ...none, id, panel: 'own' }, { replace: true })}
            onClose={() => list.change(none)}
          />
        </Part>
      )}
      {removing && (
        <ConfirmDelete
          opened={removing.opened}
          name={removing.row.name}
          text={t('saml.delete.text')}
          milder={
            removing.row.status === 'A'
              ? {
                  icon: IconPlayerPause,
                  label: t('saml.action.deactivate'),
                  onClick: () => {
                    setRemoving({ ...removing, opened: false });
                    void switchTo(removing.row, 'I');
                  },
                }
              : undefined
          }
          problem={removing.problem}
          onConfirm={remove}
          onClose={() => setRemoving({ ...removing, opened: false })}
        />
      )}
    </div>
  );
}
