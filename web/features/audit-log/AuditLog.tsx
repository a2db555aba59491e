import type { AuditRow } from '../../../domain/audit-log/contract.ts';
import { auditFamilies } from '../../../domain/audit-log/families.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { changedSearch, stringifySearch } from '../../app/address/address.ts';
import { getDays, useListAddress, withoutPage } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { ListTable } from '../../app/layouts/ListTable.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { DateRangeFilter, useDateRangeChip } from '../../ui/table/DateRangeFilter.tsx';
import type { Column, DayRange } from '../../ui/table/types.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { ListViews, useListViews } from '../list-views/index.ts';
import { AuditFields } from './AuditFields.tsx';
import { AuditRun } from './AuditRun.tsx';
import { auditQuery, getFamily, listOptions, toInput } from './loader.ts';
import { useRecordWords, whatWords } from './words.ts';
import './audit-log.css';

const getRun = ({ run = '' }: Readonly<Record<string, string | undefined>>) => (/^[0-9a-f-]{36}$/.test(run) ? run : undefined);

function RunButton({ id, folded, onRun }: { id: string; folded: number; onRun: (id: string) => void }) {
  const { t } = useTranslation();
  return (
    <Button size="s" onClick={() => onRun(id)}>
      {t('audit.folded', { count: folded })}
    </Button>
  );
}

type Run = { hrefOfRun: (id: string) => string; onRun: (id: string) => void };

function useColumns({ hrefOfRun, onRun }: Run): Column<AuditRow>[] {
  const { t, language } = useTranslation();
  const { getThing } = useRecordWords();
  const zone = useZone();
  return [
    { id: 'what', header: t('audit.what'), rowHeader: true, phone: 'name', cell: (row) => <b>{whatWords(row.what, t)}</b> },
    {
      id: 'thing',
      header: t('audit.thing'),
      phone: 'fact',
      // On a phone the details are closed: there the file's name opens what its import changed.
      cell: (row) => (row.folded ? <UiLink href={hrefOfRun(row.id)}>{row.thing ?? '–'}</UiLink> : (getThing(row) ?? '–')),
    },
    {
      id: 'whom',
      header: t('audit.whom'),
      phone: 'detail',
      cell: (row) => (row.whom === 'everyone' ? t('audit.everyone') : (row.whom ?? '–')),
    },
    {
      id: 'who',
      header: t('audit.who'),
      phone: 'status',
      cell: (row) => (
        <span>
          {row.who ?? t('audit.system')} {row.actor && <span className="small muted">{t('audit.actor', { name: row.actor })}</span>}
        </span>
      ),
    },
    {
      id: 'at',
      header: t('audit.at'),
      sortable: true,
      phone: 'fact',
      cell: (row) => <span className="num">{formatDateTime(language, new Date(row.at), zone)}</span>,
    },
    {
      id: 'fields',
      header: t('audit.fields'),
      phone: 'detail',
      cell: ({ id, folded, fields }) => {
        if (folded) return <RunButton id={id} folded={folded} onRun={onRun} />;
        return fields.length === 0 ? '–' : <AuditFields fields={fields} />;
      },
    },
    {
      id: 'address',
      header: t('audit.address'),
      muted: true,
      phone: 'detail',
      cell: ({ address }) => (address ? <span className="num">{address}</span> : '–'),
    },
  ];
}

/** The change history: who gave or removed access, the recipient, and when (`/setting?area=audit`). */
export function AuditLog() {
  const { t } = useTranslation();
  const list = useListAddress(listOptions);
  const input = toInput(list);
  const filter = withoutPage(input);
  const family = getFamily(list.values);
  const when = { label: t('signIns.when'), value: getDays(list.values), onChange: ({ from, to }: DayRange) => list.refine({ from, to }) };
  const whenChip = useDateRangeChip('at', when);
  const saved = useListViews({ list: 'permission-audit', address: list, hidden: ['address'] });
  const columns = useColumns({
    hrefOfRun: (run) => `/setting${changedSearch(stringifySearch(list.values), { run })}`,
    onRun: (run) => list.change({ run }),
  });
  const file = useTableFile((part) => call('GET /api/auth/audit/export', { ...filter, part }), { columns, choice: saved.choice });
  const getHref = (next: string | undefined) =>
    `/setting${changedSearch(stringifySearch(list.values), { family: next, page: undefined, saved: undefined, run: undefined })}`;
  return (
    <>
      <ListViews saved={saved} label={t('audit.family')}>
        {(['any', ...auditFamilies] as const).map((each) => (
          <Chip key={each} href={getHref(each === 'any' ? undefined : each)} on={each === (family ?? 'any') && !saved.current}>
            {t(`audit.family.${each}`)}
          </Chip>
        ))}
      </ListViews>
      <ListTable
        list={list}
        query={auditQuery(input)}
        caption={t('audit.caption')}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => whatWords(row.what, t)}
        order={{ column: 'at', direction: 'desc' }}
        searchLabel={t('audit.search')}
        file={file}
        saved={saved}
        filters={whenChip}
        addFilter={whenChip.length === 0 && <DateRangeFilter {...when} />}
        empty={
          family || whenChip.length > 0 || list.search ? (
            <FilteredEmpty filters={t('signIns.filtered')} onClear={list.clear} />
          ) : (
            <EmptyState text={t('audit.empty')} />
          )
        }
      />
      <AuditRun run={getRun(list.values)} family={family} onClose={() => list.change({ run: undefined })} />
    </>
  );
}
