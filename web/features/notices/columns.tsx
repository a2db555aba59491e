import { isOn } from '../../../domain/contract/flag.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import type { NoticeState } from '../../../domain/notices/state.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { Translate } from '../../i18n.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/table/types.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import type { NoticeRow } from './notice-draft.ts';

const tones: Record<NoticeState, Tone> = { planned: 'info', shown: 'ok', over: 'neutral', withdrawn: 'neutral' };

type Words = {
  t: Translate;
  language: Language;
  zone: string;
  editHref: (row: NoticeRow) => string;
  readersHref: (row: NoticeRow) => string;
};

function audienceText(t: Translate, { audience, groups, atLogin }: NoticeRow): string {
  if (isOn(atLogin)) return t('notices.audience.public');
  if (audience.type === 'profiles') return audience.profiles.map((profile) => t(`shell.profile.${profile}`)).join(', ');
  if (audience.type === 'groups') return groups.map(({ name }) => name).join(', ') || t('notices.audience.gone');
  return t('notices.audience.all');
}

/** The columns of notices; a phone shows title, state and start. */
export function noticeColumns({ t, language, zone, editHref, readersHref }: Words): Column<NoticeRow>[] {
  const moment = (at: string) => <span className="num">{formatDateTime(language, new Date(at), zone)}</span>;
  return [
    {
      id: 'title',
      header: t('notices.column.title'),
      rowHeader: true,
      sortable: true,
      phone: 'name',
      cell: (row) => <UiLink href={editHref(row)}>{row.title}</UiLink>,
    },
    {
      id: 'state',
      header: t('notices.column.state'),
      phone: 'status',
      cell: (row) => <Badge tone={tones[row.state]}>{t(`notices.state.${row.state}`)}</Badge>,
    },
    { id: 'place', header: t('notices.column.place'), cell: (row) => t(`notices.place.${isOn(row.atLogin) ? 'login' : 'home'}`) },
    {
      id: 'audience',
      header: t('notices.column.audience'),
      cell: (row) => (isOn(row.audienceBelow) ? t('notices.audience.andBelow', { audience: audienceText(t, row) }) : audienceText(t, row)),
    },
    { id: 'starts', header: t('notices.column.starts'), sortable: true, phone: 'fact', cell: (row) => moment(row.startsAt) },
    {
      id: 'ends',
      header: t('notices.column.ends'),
      sortable: true,
      cell: (row) => (row.withdrawnAt ? moment(row.withdrawnAt) : row.endsAt ? moment(row.endsAt) : t('notices.noEnd')),
    },
    {
      id: 'readers',
      header: t('notices.column.readers'),
      align: 'right',
      cell: (row) => {
        if (!isOn(row.mustAcknowledge) && !isOn(row.dismissible)) return '–';
        const count = isOn(row.mustAcknowledge) ? row.acknowledged : row.dismissed;
        return (
          <UiLink href={readersHref(row)} aria-label={t('notices.readersOf', { title: row.title, count })}>
            {formatNumber(language, count)}
          </UiLink>
        );
      },
    },
    { id: 'addedBy', header: t('notices.column.addedBy'), muted: true, cell: (row) => row.addedBy ?? '–' },
  ];
}
