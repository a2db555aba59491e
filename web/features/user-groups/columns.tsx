import { formatDate } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { textNames } from '../../../domain/user-groups/fields.ts';
import type { Translate } from '../../i18n.ts';
import type { Column } from '../../ui/table/types.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import type { Row } from './queries.ts';

type Words = { t: Translate; language: Language; zone: string; getHref: (row: Row) => string };

export const getColumns = ({ t, language, zone, getHref }: Words): Column<Row>[] => [
  {
    id: 'name',
    header: t('userGroups.column.name'),
    rowHeader: true,
    sortable: true,
    phone: 'name',
    cell: (row) => <UiLink href={getHref(row)}>{row.name}</UiLink>,
  },
  ...textNames.map((name) => ({
    id: name,
    header: t(`userGroups.column.${name}`),
    muted: true,
    cell: (row: Row) => <span className="user-group-description">{row[name] || '–'}</span>,
  })),
  {
    id: 'members',
    header: t('userGroups.column.members'),
    align: 'right',
    sortable: true,
    phone: 'fact',
    cell: (row) => formatNumber(language, row.members),
  },
  {
    id: 'reports',
    header: t('userGroups.column.reports'),
    align: 'right',
    cell: (row) => formatNumber(language, row.reports),
  },
  {
    id: 'created',
    header: t('userGroups.column.created'),
    sortable: true,
    muted: true,
    cell: (row) => <span className="num">{formatDate(language, new Date(row.createdAt), zone)}</span>,
  },
];
