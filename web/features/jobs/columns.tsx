import { formatDateTime } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import type { DeadLetter } from '../../../domain/jobs/contract.ts';
import { kindKey } from '../../../domain/jobs/kind-key.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { Translate } from '../../i18n.ts';
import type { Column } from '../../ui/table/types.ts';

type Words = { t: Translate; language: Language; zone: string };

/** The columns of failed jobs; a phone shows kind, unit and last error, and the exported file adds the queue and all timestamps. */
export function getColumns({ t, language, zone }: Words): Column<DeadLetter>[] {
  const when = (at: string) => <span className="num">{formatDateTime(language, new Date(at), zone)}</span>;
  return [
    {
      id: 'kind',
      header: t('jobs.kind'),
      rowHeader: true,
      sortable: true,
      phone: 'name',
      cell: (row) => (
        <span className="jobs-lines">
          <b>{t(kindKey(row.kind))}</b>
          {row.about && <span className="small muted mono">{row.about}</span>}
        </span>
      ),
    },
    { id: 'unit', header: t('jobs.unit'), phone: 'fact', cell: (row) => row.unit ?? t('jobs.unit.all') },
    {
      id: 'lastError',
      header: t('jobs.lastError'),
      phone: 'fact',
      cell: (row) => (
        <span className="jobs-lines">
          {row.lastError ?? t('jobs.noError')}
          {row.firstError !== row.lastError && (
            <span className="small muted">
              {t('jobs.firstError')}: {row.firstError ?? t('jobs.noError')}
            </span>
          )}
        </span>
      ),
    },
    { id: 'attempts', header: t('jobs.attempts'), align: 'right', muted: true, cell: (row) => formatNumber(language, row.attempts) },
    { id: 'firstAt', header: t('jobs.firstAt'), muted: true, cell: (row) => when(row.firstAt) },
    { id: 'at', header: t('jobs.at'), sortable: true, muted: true, phone: 'fact', cell: (row) => when(row.at) },
  ];
}
