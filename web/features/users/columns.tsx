import { buildRecord, getKeys } from '../../../domain/fields/fields.ts';
import { formatDate, formatDateTime } from '../../../domain/format/date.ts';
import { formatWhen } from '../../../domain/format/relative.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { textNames, type UserColumn } from '../../../domain/users/fields.ts';
import type { Translate } from '../../i18n.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Breakable } from '../../ui/Breakable.tsx';
import { IconClockExclamation } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { visibleColumns } from '../../ui/table/columns.ts';
import type { Column, ColumnChoice } from '../../ui/table/types.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import type { UserTab } from './draft.ts';
import type { UserRow } from './queries.ts';
import { flagWord, getAddress, languageNames, positionWord, profileWord } from './words.ts';

type Words = { t: Translate; language: Language; zone: string; now: Date; getHref: (row: UserRow, tab?: UserTab) => string };

/** Columns hidden by default. */
export const hiddenColumns = ['email', 'phone', 'position', 'language', 'flags', 'factor', 'expires', 'created'] as const;

/** The columns of users; a phone shows name, status and last sign-in. The ids are those of the exported file. */
export function getColumns({ t, language, zone, now, getHref }: Words): Column<UserRow>[] {
  const when = (at: string | null, never: string) =>
    at ? (
      <time className="num" dateTime={at} data-tip={formatDateTime(language, new Date(at), zone)}>
        {formatWhen(language, new Date(at), now, zone)}
      </time>
    ) : (
      never
    );
  const columns: Record<UserColumn, Omit<Column<UserRow>, 'id'>> = {
    name: {
      header: t('users.column.name'),
      rowHeader: true,
      sortable: true,
      phone: 'name',
      cell: (row) => (
        <span className="user-cell">
          <Avatar name={row.name} picture={row.picture} />
          <span className="user-words">
            <UiLink href={getHref(row)}>{row.name}</UiLink>
            <span className="muted tiny">
              <Breakable text={getAddress(row, t)} />
            </span>
          </span>
        </span>
      ),
    },
    email: { header: t('users.column.email'), sortable: true, muted: true, cell: (row) => <Breakable text={getAddress(row, t)} /> },
    profile: { header: t('users.column.profile'), cell: (row) => profileWord(row.profile, t) },
    ...buildRecord(textNames, (name) => ({ header: t(`users.column.${name}`), cell: (row: UserRow) => row[name] ?? '–' })),
    groups: {
      header: t('users.column.groups'),
      muted: true,
      cell: (row) => (row.groups.length > 0 ? row.groups.map(({ name }) => name).join(', ') : '–'),
    },
    status: {
      header: t('users.column.status'),
      sortable: true,
      phone: 'status',
      cell: (row) => (
        <span className="user-state">
          <span data-tip={row.statusReason ?? undefined}>
            {row.undoUntil ? <Badge tone="err">{t('users.status.removed')}</Badge> : <StatusBadge status={row.status} />}
          </span>
          {row.lacksIdentity && !row.undoUntil && (
            // It is set on the tab of groups.
            <UiLink href={getHref(row, 'groups')} aria-label={t('users.unidentified.set')} data-tip={t('users.unidentified.help')}>
              <Badge tone="warn">{t('users.unidentified')}</Badge>
            </UiLink>
          )}
        </span>
      ),
    },
    invitation: {
      header: t('users.column.invitation'),
      cell: (row) =>
        row.invitation === 'accepted' ? (
          <span className="muted">{t('users.invitation.accepted')}</span>
        ) : (
          <Badge tone={row.invitation === 'sent' ? 'info' : 'neutral'}>{t(`users.invitation.${row.invitation}`)}</Badge>
        ),
    },
    signedIn: {
      header: t('users.column.signedIn'),
      sortable: true,
      muted: true,
      phone: 'fact',
      cell: (row) => when(row.lastSignInAt, t('users.neverSignedIn')),
    },
    factor: {
      header: t('users.column.factor'),
      cell: (row) =>
        row.secondFactor ? <Badge tone="ok">{t('users.factor.with')}</Badge> : <span className="muted">{t('users.factor.without')}</span>,
    },
    phone: { header: t('users.column.phone'), muted: true, cell: (row) => <span className="num">{row.phone ?? '–'}</span> },
    position: { header: t('users.column.position'), muted: true, cell: (row) => positionWord(row, t) || '–' },
    language: { header: t('users.column.language'), muted: true, cell: (row) => (row.language ? languageNames[row.language] : '–') },
    flags: {
      header: t('users.column.flags'),
      muted: true,
      cell: (row) => row.flags.map((flag) => flagWord(flag, t)).join(', ') || '–',
    },
    expires: {
      header: t('users.column.expires'),
      sortable: true,
      muted: true,
      cell: (row) =>
        row.expiresAt ? (
          <span className="num user-expires">
            {Date.parse(row.expiresAt) < now.getTime() && <IconClockExclamation size={15} stroke={1.8} aria-hidden="true" />}
            {formatDate(language, new Date(row.expiresAt), zone)}
          </span>
        ) : (
          '–'
        ),
    },
    created: {
      header: t('users.column.created'),
      sortable: true,
      muted: true,
      cell: (row) => <span className="num">{formatDate(language, new Date(row.createdAt), zone)}</span>,
    },
  };
  return getKeys(columns).map((id) => ({ id, ...columns[id] }));
}

/** The columns of an exported file: the e-mail address, shown under the name in the list, is a separate column there. */
export function withAddress(columns: readonly Column<never>[], choice: ColumnChoice): ColumnChoice {
  if (!choice.hidden.has('email')) return choice;
  const shown = visibleColumns(columns, choice).map(({ id }) => id);
  const [name = 'name', ...others] = shown;
  return { order: [name, 'email', ...others], hidden: new Set([...choice.hidden].filter((id) => id !== 'email')) };
}
