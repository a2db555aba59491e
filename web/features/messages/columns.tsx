import { formatDateTime } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import type { MessageState } from '../../../domain/messages/states.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { Translate } from '../../i18n.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/table/types.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import type { MessageRow } from './loader.ts';
import { audienceWords, getSubject } from './words.ts';

export const stateTones: Record<MessageState, Tone> = { sending: 'info', sent: 'neutral', recalled: 'warn' };

type Words = { t: Translate; language: Language; zone: string; href: (row: MessageRow) => string };

/** The columns of sent messages; a phone shows subject, recipients, time and status. */
export const messageColumns = ({ t, language, zone, href }: Words): Column<MessageRow>[] => [
  {
    id: 'subject',
    header: t('messages.column.subject'),
    rowHeader: true,
    phone: 'name',
    cell: (row) => <UiLink href={href(row)}>{getSubject(row.subjects, language)}</UiLink>,
  },
  { id: 'audience', header: t('messages.column.audience'), phone: 'fact', cell: (row) => audienceWords(row, t, language) },
  { id: 'sender', header: t('messages.column.sender'), muted: true, cell: (row) => row.sender ?? '–' },
  {
    id: 'sent',
    header: t('messages.column.sent'),
    sortable: true,
    phone: 'fact',
    cell: (row) => <span className="num">{formatDateTime(language, new Date(row.sentAt), zone)}</span>,
  },
  {
    id: 'state',
    header: t('messages.column.state'),
    phone: 'status',
    cell: (row) => <Badge tone={stateTones[row.state]}>{t(`messages.state.${row.state}`)}</Badge>,
  },
  { id: 'told', header: t('messages.column.told'), align: 'right', cell: (row) => formatNumber(language, row.told) },
];
