import { formatDateTime } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import type { MailRow } from '../../../domain/mail/contract.ts';
import { mailFailures } from '../../../domain/mail/delivery.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { Translate } from '../../i18n.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/table/types.ts';

type Words = { t: Translate; language: Language; zone: string };
const tones: Record<MailRow['state'], Tone> = { queued: 'info', sent: 'ok', failed: 'err', skipped: 'neutral' };

/** Why a message was not sent, in plain words, with the mail server's response below. */
function Why({ row, words: { t } }: { row: MailRow; words: Words }) {
  const failure = mailFailures.find((known) => known === row.failure);
  if (!failure && !row.answer) return '–';
  return (
    <span className="mail-log-why">
      {failure && <span>{t(`mailFailure.${failure}`)}</span>}
      {row.answer && <span className="small muted">{row.answer}</span>}
    </span>
  );
}

/** The columns of outgoing messages; a phone shows recipient, state and subject. */
export const mailColumns = (words: Words): Column<MailRow>[] => {
  const { t, language, zone } = words;
  const when = (at: string) => <span className="num">{formatDateTime(language, new Date(at), zone)}</span>;
  return [
    { id: 'address', header: t('mailLog.address'), rowHeader: true, sortable: true, phone: 'name', cell: (row) => <b>{row.address}</b> },
    { id: 'subject', header: t('mailLog.subject'), phone: 'fact', cell: (row) => row.subject },
    {
      id: 'state',
      header: t('mailLog.state'),
      phone: 'status',
      cell: (row) => (
        <span className="mail-log-why">
          <Badge tone={tones[row.state]}>{t(`mailLog.state.${row.state}`)}</Badge>
          {row.nextAt && row.attempts > 0 && (
            <span className="small muted">{t('mailLog.next', { at: formatDateTime(language, new Date(row.nextAt), zone) })}</span>
          )}
        </span>
      ),
    },
    { id: 'answer', header: t('mailLog.answer'), cell: (row) => <Why row={row} words={words} /> },
    { id: 'at', header: t('mailLog.at'), sortable: true, muted: true, cell: (row) => when(row.at) },
    { id: 'person', header: t('mailLog.person'), muted: true, cell: (row) => row.person ?? '–' },
    { id: 'via', header: t('mailLog.via'), muted: true, cell: (row) => t(`mailLog.via.${row.via}`) },
    { id: 'attempts', header: t('mailLog.attempts'), align: 'right', muted: true, cell: (row) => formatNumber(language, row.attempts) },
  ];
};
