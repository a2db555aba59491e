import { formatDateTime } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import type { DeadLetter } from '../../../domain/jobs/contract.ts';
import { kindKey } from '../../../domain/jobs/kind-key.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { Translate } from '../../app/i18n.ts';
import type { Column } from '../../ui/table/types.ts';

type Words = { t: Translate; language: Language; zone: string };

/** What failed for good; a phone shows kind, unit and the last error. */
export function columnsOf({ t, language, zone }: Words): Column<DeadLetter>[] {
  const when = (at: string) => <span className="num">{formatDateTime(language, new Date(at), zone)}</span>;
  return [
    {
      id: 'kind',
      header: t('jobs.kind'),
      rowHeader: true,
      sortable: true,
      phone: 'name',
      cell: (row) => (
        <span className="mail-log-why">
          <b>{t(kindKey(row.kind))}</b>
          {row.about && <span className="small muted mono jobs-about">{row.about}</span>}
        </span>
      ),
    },
    { id: 'unit', header: t('jobs.unit'), phone: 'fact', cell: (row) => row.unit ?? t('jobs.unit.all') },
    {
      id: 'lastError',
      header: t('jobs.lastError'),
      phone: 'fact',
      cell: (row) => <span className="jobs-error">{row.lastError ?? t('jobs.noError')}</span>,
    },
    { id: 'attempts', header: t('jobs.attempts'), align: 'right', muted: true, cell: (row) => formatNumber(language, row.attempts) },
    { id: 'at', header: t('jobs.at'), sortable: true, muted: true, phone: 'fact', cell: (row) => when(row.at) },
    { id: 'firstAt', header: t('jobs.firstAt'), muted: true, cell: (row) => when(row.firstAt) },
    {
      id: 'firstError',
      header: t('jobs.firstError'),
      muted: true,
      cell: (row) => <span className="jobs-error">{row.firstError ?? t('jobs.noError')}</span>,
    },
    { id: 'lastAt', header: t('jobs.lastAt'), muted: true, cell: (row) => when(row.lastAt) },
    { id: 'queue', header: t('jobs.queue'), muted: true, cell: (row) => row.queue ?? '–' },
  ];
}
