import { formatDate } from '../../../domain/format/date.ts';
import type { ManagedRow } from '../../../domain/report-management/contract.ts';
import { hueColor } from '../../../domain/themes/hues.ts';
import type { Language, Translate } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { IconCircleCheck, IconExternalLink, IconFilter } from '../../ui/icons.ts';
import type { Column } from '../../ui/table/types.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { managePath } from './paths.ts';

type Words = { t: Translate; language: Language; zone: string };

/** The columns of reports; a phone shows title, state, group and audience. */
export function getColumns({ t, language, zone }: Words): Column<ManagedRow>[] {
  return [
    {
      id: 'title',
      header: t('manage.column.title'),
      rowHeader: true,
      sortable: true,
      phone: 'name',
      cell: (row) => (
        <span className="managed-name">
          <UiLink href={managePath(row.id)}>{row.title}</UiLink>
          {row.kind === 'external' && <IconExternalLink size={15} stroke={1.8} role="img" aria-label={t('manage.kind.external')} />}
          {row.verified && (
            <IconCircleCheck size={15} stroke={2} className="managed-verified" role="img" aria-label={t('manage.verified')} />
          )}
          {(row.rowLimits === 'model' || row.rowLimits === 'expected') && (
            <span className="managed-limits" data-tip={t('manage.rowLimits.help')}>
              <IconFilter size={15} stroke={1.8} role="img" aria-label={t(`manage.rowLimits.${row.rowLimits}`)} />
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'group',
      header: t('manage.column.group'),
      muted: true,
      phone: 'fact',
      cell: (row) =>
        row.group ? (
          <span className="managed-place">
            <span className="hue-square" style={{ background: hueColor(row.group.hue) }} aria-hidden="true" />
            {[row.group.name, row.subgroup?.name].filter(Boolean).join(' › ')}
          </span>
        ) : (
          '–'
        ),
    },
    { id: 'owner', header: t('manage.column.owner'), muted: true, cell: (row) => row.owner?.name ?? '–' },
    { id: 'audience', header: t('manage.column.audience'), cell: (row) => t(`manage.audience.${row.audience}`) },
    {
      id: 'identity',
      header: t('manage.column.identity'),
      muted: true,
      cell: (row) => (row.rowLimits === 'none' ? '–' : t(`manage.rowLimits.${row.rowLimits}`)),
    },
    {
      id: 'catalog',
      header: t('manage.column.catalog'),
      muted: true,
      cell: (row) => (row.onCatalog ? t('manage.catalog.yes') : '–'),
    },
    {
      id: 'state',
      header: t('manage.column.state'),
      phone: 'status',
      cell: (row) => <Badge tone={row.hidden ? 'neutral' : 'ok'}>{t(row.hidden ? 'manage.state.hidden' : 'manage.state.visible')}</Badge>,
    },
    {
      id: 'data',
      header: t('manage.column.data'),
      sortable: true,
      muted: true,
      cell: (row) => <span className="num">{row.dataAt ? formatDate(language, new Date(row.dataAt), zone) : '–'}</span>,
    },
    {
      id: 'added',
      header: t('manage.column.added'),
      sortable: true,
      muted: true,
      cell: (row) => <span className="num">{formatDate(language, new Date(row.addedAt), zone)}</span>,
    },
  ];
}
