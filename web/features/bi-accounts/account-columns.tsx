import type { AccountRow } from '../../../domain/bi-accounts/contract.ts';
import { formatDate } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { Translate } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/table/types.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { SecretBadge } from './SecretBadge.tsx';

type Words = { t: Translate; language: Language; zone: string; editHref: (row: AccountRow) => string };

/** The state of an account in a word: disabled, failing at a step, working, or never tested. */
function StateBadge({ row, t }: { row: AccountRow; t: Translate }) {
  if (row.disabled) return <Badge>{t('service.state.disabled')}</Badge>;
  if (row.tested === null) return <Badge tone="neutral">{t('service.state.untested')}</Badge>;
  if (row.tested === 'ok') return <Badge tone="ok">{t('service.state.ok')}</Badge>;
  return <Badge tone="err">{t(`service.state.${row.tested}`)}</Badge>;
}

export function accountColumns({ t, language, zone, editHref }: Words): Column<AccountRow>[] {
  return [
    {
      id: 'name',
      header: t('service.column.name'),
      rowHeader: true,
      sortable: true,
      phone: 'name',
      cell: (row) => <UiLink href={editHref(row)}>{row.name}</UiLink>,
    },
    { id: 'state', header: t('service.column.state'), phone: 'status', cell: (row) => <StateBadge row={row} t={t} /> },
    {
      id: 'ends',
      header: t('service.column.ends'),
      sortable: true,
      phone: 'fact',
      cell: (row) => <SecretBadge endsAt={row.secretEndsAt} zone={zone} />,
    },
    { id: 'reports', header: t('service.column.reports'), align: 'right', cell: (row) => formatNumber(language, row.reports) },
    { id: 'workspaces', header: t('service.column.workspaces'), align: 'right', cell: (row) => formatNumber(language, row.workspaces) },
    { id: 'profile', header: t('service.column.profile'), muted: true, cell: (row) => row.profileName ?? '–' },
    { id: 'registeredBy', header: t('service.column.registeredBy'), muted: true, cell: (row) => row.registeredBy ?? '–' },
    { id: 'appId', header: t('service.column.appId'), muted: true, cell: (row) => <span className="service-guid">{row.appId}</span> },
    {
      id: 'created',
      header: t('service.column.created'),
      sortable: true,
      muted: true,
      cell: (row) => <span className="num">{formatDate(language, new Date(row.createdAt), zone)}</span>,
    },
  ];
}
