import { formatDateTime } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import type { WindowState } from '../../../domain/maintenance/window.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { Translate } from '../../i18n.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/table/types.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import type { WindowRow } from './queries.ts';

const tones: Record<WindowState, Tone> = {
  planned: 'neutral',
  announced: 'info',
  active: 'warn',
  extended: 'warn',
  done: 'neutral',
  cancelled: 'neutral',
};

type Words = { t: Translate; language: Language; zone: string; editHref: (row: WindowRow) => string };

const getBehaviour = (row: WindowRow) => (row.blocks === 'N' ? 'warn' : row.exceptAdmin === 'S' ? 'exceptAdmin' : 'everybody');

/** The columns of maintenance windows; a phone shows title, state and targets. */
export function windowColumns({ t, language, zone, editHref }: Words): Column<WindowRow>[] {
  const moment = (at: string) => <span className="num">{formatDateTime(language, new Date(at), zone)}</span>;
  return [
    {
      id: 'title',
      header: t('maintenance.column.title'),
      rowHeader: true,
      sortable: true,
      phone: 'name',
      cell: (row) => <UiLink href={editHref(row)}>{row.title}</UiLink>,
    },
    {
      id: 'target',
      header: t('maintenance.column.target'),
      phone: 'fact',
      cell: (row) =>
        row.target === 'unit'
          ? t('maintenance.target.unit')
          : `${t(`maintenance.target.${row.target}`)}: ${row.targetName ?? t('maintenance.target.gone')}`,
    },
    { id: 'starts', header: t('maintenance.column.starts'), sortable: true, phone: 'fact', cell: (row) => moment(row.startsAt) },
    { id: 'ends', header: t('maintenance.column.ends'), sortable: true, cell: (row) => moment(row.endsAt) },
    {
      id: 'state',
      header: t('maintenance.column.state'),
      phone: 'status',
      cell: (row) => <Badge tone={tones[row.state]}>{t(`maintenance.state.${row.state}`)}</Badge>,
    },
    {
      id: 'behaviour',
      header: t('maintenance.column.behaviour'),
      muted: true,
      cell: (row) => t(`maintenance.behaviour.${getBehaviour(row)}`),
    },
    { id: 'reports', header: t('maintenance.column.reports'), align: 'right', cell: (row) => formatNumber(language, row.reports) },
    { id: 'addedBy', header: t('maintenance.column.addedBy'), muted: true, cell: (row) => row.addedBy ?? '–' },
  ];
}
