import { formatDateTime } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import type { SamlRow } from '../../../domain/saml/contract.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { Translate } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/table/types.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { Expiry } from './Certificates.tsx';

type Words = { t: Translate; language: Language; zone: string; getHref: (row: SamlRow) => string };

export const getColumns = ({ t, language, zone, getHref }: Words): Column<SamlRow>[] => [
  {
    id: 'name',
    header: t('saml.column.name'),
    rowHeader: true,
    sortable: true,
    phone: 'name',
    cell: (row) => <UiLink href={getHref(row)}>{row.name}</UiLink>,
  },
  { id: 'issuer', header: t('saml.column.issuer'), muted: true, cell: (row) => <span className="saml-cut">{row.issuer}</span> },
  { id: 'domains', header: t('saml.column.domains'), muted: true, cell: (row) => row.domains.join(', ') || '–' },
  { id: 'certificate', header: t('saml.column.certificate'), phone: 'fact', cell: (row) => <Expiry until={row.certificateUntil} /> },
  { id: 'people', header: t('saml.column.people'), align: 'right', cell: (row) => formatNumber(language, row.people) },
  {
    id: 'used',
    header: t('saml.column.used'),
    sortable: true,
    muted: true,
    cell: (row) => (
      <span className="num">{row.lastUsedAt ? formatDateTime(language, new Date(row.lastUsedAt), zone) : t('saml.never')}</span>
    ),
  },
  {
    id: 'created',
    header: t('saml.column.created'),
    sortable: true,
    muted: true,
    cell: (row) => <span className="num">{formatDateTime(language, new Date(row.createdAt), zone)}</span>,
  },
  {
    id: 'status',
    header: t('saml.column.status'),
    phone: 'status',
    cell: (row) => <Badge tone={row.status === 'A' ? 'ok' : 'neutral'}>{t(`saml.status.${row.status}`)}</Badge>,
  },
];
