import { useState } from 'react';
import type { ManagedField } from '../../../domain/custom-fields/contract.ts';
import type { FieldOwner } from '../../../domain/custom-fields/limits.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { matchesSearch } from '../../../domain/text/fold.ts';
import { changedSearch, stringifySearch } from '../../app/address/address.ts';
import { useListAddress } from '../../app/address/list-address.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconPencil, IconPower, IconRestore, IconTrash, IconZoomScan } from '../../ui/icons.ts';
import { selectedInSight } from '../../ui/selected-in-sight.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { nothingSelected } from '../../ui/table/selection.ts';
import type { BulkAction, RowAction, Selection } from '../../ui/table/types.ts';
import { fieldColumns } from './field-columns.tsx';
import { useChangeFields } from './use-change-fields.ts';
import { useOrderFields } from './use-order-fields.ts';

const views = ['all', 'disabled', 'deleted'] as const;
type View = (typeof views)[number];
const inView = (field: ManagedField, view: View) => (view === 'all' ? field.state !== 'deleted' : field.state === view);

type Props = {
  of: FieldOwner;
  own: Language;
  fields: readonly ManagedField[];
  onDelete: (rows: readonly ManagedField[], onDone: () => void) => void;
  onCreate: () => void;
};

/** The tenant's own fields in order, and below them the read-only ones from the layer above. All filters are in the address. */
export function FieldTable({ of, own, fields, onDelete, onCreate }: Props) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const list = useListAddress({ sorts: [], filters: ['view'] });
  const { change } = useChangeFields();
  const order = useOrderFields(of);
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  const view = views.find((each) => each === list.values.view) ?? 'all';
  const every = fields.filter((field) => field.of === of);
  const found = every.filter((field) => matchesSearch([field.key, ...Object.values(field.labels)].join(' '), list.search));
  const mine = found.filter((field) => field.mine && inView(field, view));
  const above = found.filter((field) => !field.mine && view === 'all');
  const hrefWith = (params: Parameters<typeof changedSearch>[1]) => `/setting${changedSearch(stringifySearch(list.values), params)}`;
  const columns = fieldColumns({ t, language, own, zone, getHref: (field) => hrefWith({ id: field.id, new: undefined }) });
  const open = (field: ManagedField) => list.change({ id: field.id, new: undefined });
  const getRows = ({ ids }: Selection) => every.filter((field) => field.mine && ids.has(field.id));
  const select = (next: Selection) => setSelection(next);
  const done = () => setSelection(nothingSelected);
  const bulk = (action: 'enable' | 'disable' | 'restore') => (which: Selection) => void change(action, getRows(which)).then(done);
  const bulkActions: BulkAction[] =
    view === 'deleted'
      ? [{ id: 'restore', label: t('customFields.action.restore'), icon: IconRestore, onClick: bulk('restore') }]
      : [
          { id: 'enable', label: t('customFields.action.enable'), icon: IconPower, onClick: bulk('enable') },
          { id: 'disable', label: t('customFields.action.disable'), icon: IconPower, onClick: bulk('disable') },
          {
            id: 'delete',
            label: t('customFields.action.delete'),
            icon: IconTrash,
            danger: true,
            onClick: (which) => onDelete(getRows(which), done),
          },
        ];
  const rowActions = (field: ManagedField): RowAction[] => {
    if (field.state === 'deleted')
      return [
        { id: 'restore', label: t('customFields.action.restore'), icon: IconRestore, onClick: () => void change('restore', [field]) },
      ];
    const off = field.state === 'disabled';
    return [
      { id: 'edit', label: t('customFields.action.edit'), icon: IconPencil, onClick: () => open(field) },
      {
        id: 'power',
        label: t(off ? 'customFields.action.enable' : 'customFields.action.disable'),
        icon: IconPower,
        onClick: () => void change(off ? 'enable' : 'disable', [field]),
      },
      { id: 'delete', label: t('customFields.action.delete'), icon: IconTrash, danger: true, onClick: () => onDelete([field], done) },
    ];
  };
  return (
    <div className="custom-lists">
      <nav ref={selectedInSight} className="view-chips" aria-label={t('customFields.views')}>
        {views.map((each) => (
          <Chip
            key={each}
            href={hrefWith({ view: each === 'all' ? undefined : each })}
            on={each === view}
            count={formatNumber(language, every.filter((field) => field.mine && inView(field, each)).length)}
          >
            {t(`customFields.view.${each}`)}
          </Chip>
        ))}
      </nav>
      <DataTable
        caption={t(`customFields.caption.${of}`)}
        columns={columns}
        rows={mine}
        rowId={(field) => field.id}
        rowName={(field) => field.labels[language] ?? field.labels[own] ?? field.key}
        search={{ value: list.search, label: t('customFields.search'), onChange: list.onSearch }}
        filters={[]}
        onClearFilters={list.clear}
        selection={{ ...selection, onChange: select }}
        bulkActions={bulkActions}
        rowActions={rowActions}
        onOpen={open}
        onCreate={onCreate}
        onReorder={view === 'all' && list.search === '' && mine.length > 1 ? (ids) => void order(ids) : undefined}
        empty={
          view === 'all' ? (
            <EmptyState
              text={t(`customFields.none.${of}`)}
              action={
                <Button kind="primary" onClick={onCreate}>
                  {t('customFields.new')}
                </Button>
              }
            />
          ) : (
            <FilteredEmpty filters={t(`customFields.view.${view}`)} onClear={list.clear} />
          )
        }
      />
      {above.length > 0 && (
        <section className="custom-above" aria-label={t('customFields.above')}>
          <h2>{t('customFields.above')}</h2>
          <p className="small muted">{t('customFields.aboveText')}</p>
          <DataTable
            caption={t('customFields.above')}
            columns={columns}
            rows={above}
            rowId={(field) => field.id}
            rowName={(field) => field.labels[language] ?? field.labels[own] ?? field.key}
            rowActions={(field) => [{ id: 'look', label: t('customFields.look'), icon: IconZoomScan, onClick: () => open(field) }]}
            onOpen={open}
          />
        </section>
      )}
    </div>
  );
}
