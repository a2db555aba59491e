import { formatDate } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { TenantRow } from '../../../domain/tenants/contract.ts';
import type { Translate } from '../../i18n.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import type { Column } from '../../ui/table/types.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { HostCell } from './HostCell.tsx';
import { Seats } from './Seats.tsx';
import { TenantStatus } from './TenantStatus.tsx';

type Words = { t: Translate; language: Language; zone: string; getHref: (row: TenantRow) => string };

/** The platform's columns of partners and units; a phone shows name, state, kind and users. */
export const getColumns = ({ t, language, zone, getHref }: Words): Column<TenantRow>[] => [
  {
    id: 'name',
    header: t('partners.column.name'),
    rowHeader: true,
    sortable: true,
    phone: 'name',
    cell: (row) => (
      <span className="partner-name">
        <Avatar name={row.name} size={28} />
        <UiLink href={getHref(row)}>{row.name}</UiLink>
      </span>
    ),
  },
  { id: 'kind', header: t('partners.column.kind'), phone: 'fact', cell: (row) => t(`partners.kind.${row.kind}`) },
  { id: 'parent', header: t('partners.column.parent'), muted: true, cell: (row) => (row.kind === 'unit' && row.parent) || '–' },
  { id: 'host', header: t('partners.column.host'), cell: (row) => <HostCell row={row} /> },
  { id: 'users', header: t('partners.column.users'), cell: (row) => <Seats row={row} /> },
  { id: 'reports', header: t('partners.column.reports'), align: 'right', cell: (row) => formatNumber(language, row.reports) },
  { id: 'status', header: t('partners.column.status'), phone: 'status', cell: (row) => <TenantStatus row={row} zone={zone} /> },
  {
    id: 'created',
    header: t('partners.column.created'),
    sortable: true,
    muted: true,
    cell: (row) => <span className="num">{formatDate(language, new Date(row.createdAt), zone)}</span>,
  },
];
