import type { WorkspaceRow } from '../../../domain/bi-accounts/workspaces/contract.ts';
import { formatDate } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { Translate } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/table/types.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { CapacityCell } from './CapacityCell.tsx';

type Words = {
  t: Translate;
  language: Language;
  zone: string;
  editHref: (row: WorkspaceRow) => string;
  accountHref: (row: WorkspaceRow) => string;
};

export function workspaceColumns({ t, language, zone, editHref, accountHref }: Words): Column<WorkspaceRow>[] {
  return [
    {
      id: 'name',
      header: t('service.column.name'),
      rowHeader: true,
      sortable: true,
      phone: 'name',
      cell: (row) => <UiLink href={editHref(row)}>{row.name}</UiLink>,
    },
    {
      id: 'account',
      header: t('service.column.account'),
      phone: 'fact',
      cell: (row) => (
        <>
          <UiLink href={accountHref(row)}>{row.accountName}</UiLink> {row.accountDisabled && <Badge>{t('service.state.disabled')}</Badge>}
        </>
      ),
    },
    { id: 'capacity', header: t('service.column.capacity'), cell: (row) => <CapacityCell row={row} /> },
    {
      id: 'reports',
      header: t('service.column.reports'),
      align: 'right',
      phone: 'fact',
      cell: (row) => <span data-tip={t('service.reportsOf', { count: row.reports })}>{formatNumber(language, row.reports)}</span>,
    },
    { id: 'addedBy', header: t('service.column.addedBy'), muted: true, cell: (row) => row.addedBy ?? '–' },
    {
      id: 'serviceId',
      header: t('service.column.serviceId'),
      muted: true,
      cell: (row) => <span className="service-guid">{row.serviceId}</span>,
    },
    {
      id: 'created',
      header: t('service.column.added'),
      sortable: true,
      muted: true,
      cell: (row) => <span className="num">{formatDate(language, new Date(row.createdAt), zone)}</span>,
    },
  ];
}
