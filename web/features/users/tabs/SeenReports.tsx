import { queryOptions } from '@tanstack/react-query';
import { formatDate } from '../../../../domain/format/date.ts';
import { formatList } from '../../../../domain/format/number.ts';
import { seenSorts } from '../../../../domain/report-access/limits.ts';
import { useGo } from '../../../app/address/address.ts';
import { useListState } from '../../../app/address/list-state.ts';
import { type CallInput, type CallOutput, call } from '../../../app/data/api.ts';
import { useZone } from '../../../app/data/use-zone.ts';
import { ListTable } from '../../../app/layouts/ListTable.tsx';
import { useTableFile } from '../../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../../i18n.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Cover } from '../../../ui/Cover.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { IconAlertTriangle, IconPencil, IconQuestionMark } from '../../../ui/icons.ts';
import type { Column } from '../../../ui/table/types.ts';
import { UiLink } from '../../../ui/UiLink.tsx';
import { whyAddress } from '../../report-access/index.ts';
import type { OneUser } from '../queries.ts';

type Seen = CallOutput<'GET /api/auth/users/{id}/reports'>['items'][number];
const size = 10;
const seenQuery = (input: CallInput<'GET /api/auth/users/{id}/reports'>) =>
  queryOptions({
    queryKey: ['users', 'seen', input],
    queryFn: ({ signal }) => call('GET /api/auth/users/{id}/reports', input, { signal }),
  });
const getAccess = (row: Seen) => `/${row.id}/management/view?tab=access`;

/** The reports a user sees, through which grant, with which RLS identity and until when; also reports given but not accessible. */
export function SeenReports({ user }: { user: OneUser }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const go = useGo();
  const list = useListState(size, seenSorts);
  const why = ({ path }: Seen): string => {
    if (!path) return '–';
    if (path.kind === 'group') return t('users.seen.group', { name: path.name ?? '' });
    return t(path.kind === 'user' ? 'users.seen.direct' : `users.seen.${path.kind}`);
  };
  const identity = (row: Seen) => {
    if (row.reasons.length > 0)
      return (
        <Badge tone="err" icon={IconAlertTriangle}>
          {t('users.seen.missing')}
        </Badge>
      );
    if (row.identity) {
      const { username, roles } = row.identity;
      return <span>{roles.length > 0 ? `${username} · ${formatList(language, [...roles])}` : username}</span>;
    }
    return row.filters > 0 ? t('access.filterCount', { count: row.filters }) : <span className="muted">{t('users.seen.open')}</span>;
  };
  const columns: Column<Seen>[] = [
    {
      id: 'title',
      header: t('users.seen.report'),
      rowHeader: true,
      sortable: true,
      phone: 'name',
      cell: (row) => (
        <span className="user-cell">
          <span className="user-cover" aria-hidden="true">
            <Cover seed={row.id} hue={row.hue ?? 0} width={38} height={28} />
          </span>
          <UiLink href={getAccess(row)}>{row.title}</UiLink>
        </span>
      ),
    },
    { id: 'why', header: t('users.seen.why'), muted: true, phone: 'fact', cell: why },
    { id: 'identity', header: t('users.seen.identity'), phone: 'status', cell: identity },
    {
      id: 'until',
      header: t('users.seen.until'),
      sortable: true,
      muted: true,
      cell: (row) => (
        <span className="num">
          {row.validUntil ? formatDate(language, new Date(Date.parse(row.validUntil) - 1), zone) : t('users.seen.noEnd')}
        </span>
      ),
    },
  ];
  const file = useTableFile((part) => call('GET /api/auth/users/{id}/reports/export', { id: user.id, ...list.narrowed, part }), {
    columns,
  });
  return (
    <ListTable
      list={list}
      query={seenQuery({ id: user.id, ...list.input })}
      caption={t('users.seen.caption')}
      columns={columns}
      rowId={(row) => row.id}
      rowName={(row) => row.title}
      order={{ column: 'title', direction: 'asc' }}
      searchLabel={t('users.seen.search')}
      file={file}
      rowActions={(row) => [
        { id: 'why', label: t('access.why.action'), icon: IconQuestionMark, onClick: () => go(whyAddress(row.id, user.id)) },
        { id: 'access', label: t('users.action.edit'), icon: IconPencil, onClick: () => go(getAccess(row)) },
      ]}
      empty={<EmptyState compact text={t('users.seen.none')} />}
    />
  );
}
