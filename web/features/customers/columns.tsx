import type { CustomerRow } from '../../../domain/customers/contract.ts';
import { showDocument } from '../../../domain/customers/document.ts';
import { formatDate } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { Translate } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/table/types.ts';
import { UiLink } from '../../ui/UiLink.tsx';

type Words = { t: Translate; language: Language; zone: string; getHref: (row: CustomerRow) => string };

function Status({ row, t }: { row: CustomerRow; t: Translate }) {
  const status = row.deletedAt ? 'D' : row.status;
  return <Badge tone={status === 'A' ? 'ok' : 'err'}>{t(`parties.status.${status}`)}</Badge>;
}

export const getColumns = ({ t, language, zone, getHref }: Words): Column<CustomerRow>[] => [
  {
    id: 'name',
    header: t('parties.column.name'),
    rowHeader: true,
    sortable: true,
    phone: 'name',
    cell: (row) => <UiLink href={getHref(row)}>{row.fantasyName}</UiLink>,
  },
  {
    id: 'document',
    header: t('parties.field.document'),
    phone: 'fact',
    cell: (row) => <span className="num">{row.document ? showDocument(row.document) : '–'}</span>,
  },
  { id: 'contact', header: t('parties.column.contact'), muted: true, cell: (row) => row.contactName || row.businessEmail || '–' },
  { id: 'city', header: t('parties.field.city'), muted: true, cell: (row) => [row.city, row.state].filter(Boolean).join(', ') || '–' },
  { id: 'seller', header: t('parties.field.seller'), muted: true, cell: (row) => row.seller || '–' },
  { id: 'customerCode', header: t('parties.field.customerCode'), muted: true, cell: (row) => row.customerCode || '–' },
  { id: 'units', header: t('parties.column.units'), align: 'right', cell: (row) => formatNumber(language, row.units) },
  { id: 'status', header: t('parties.column.status'), phone: 'status', cell: (row) => <Status row={row} t={t} /> },
  {
    id: 'created',
    header: t('parties.column.created'),
    sortable: true,
    muted: true,
    cell: (row) => <span className="num">{formatDate(language, new Date(row.createdAt), zone)}</span>,
  },
];
