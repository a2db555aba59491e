import { formatDate } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import { formatWhen } from '../../../domain/format/relative.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { TenantRow } from '../../../domain/tenants/contract.ts';
import type { Translate } from '../../i18n.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import type { Column } from '../../ui/table/types.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { HostCell } from './HostCell.tsx';
import { Seats } from './Seats.tsx';
import { TenantStatus } from './TenantStatus.tsx';

type Words = { t: Translate; language: Language; zone: string; now: Date; getHref: (row: TenantRow) => string };

/** A partner's columns of its units; a phone shows name, state and seats. */
export const unitColumns = ({ t, language, zone, now, getHref }: Words): Column<TenantRow>[] => [
  {
    id: 'name',
    header: t('tenants.column.name'),
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
  { id: 'host', header: t('tenants.column.host'), cell: (row) => <HostCell row={row} /> },
  { id: 'users', header: t('tenants.column.users'), sortable: true, phone: 'fact', cell: (row) => <Seats row={row} /> },
  { id: 'bonus', header: t('tenants.column.bonus'), align: 'right', cell: (row) => formatNumber(language, row.bonusUsers) },
  { id: 'reports', header: t('tenants.column.reports'), align: 'right', cell: (row) => formatNumber(language, row.reports) },
  { id: 'status', header: t('tenants.column.status'), phone: 'status', cell: (row) => <TenantStatus row={row} zone={zone} /> },
  {
    id: 'activity',
    header: t('tenants.column.activity'),
    muted: true,
    cell: (row) => (row.lastActivityAt ? formatWhen(language, new Date(row.lastActivityAt), now, zone) : t('tenants.never')),
  },
  {
    id: 'created',
    header: t('tenants.column.created'),
    sortable: true,
    muted: true,
    cell: (row) => <span className="num">{formatDate(language, new Date(row.createdAt), zone)}</span>,
  },
];
