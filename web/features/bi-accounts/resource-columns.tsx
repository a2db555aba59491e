import type { Resource } from '../../../domain/bi-accounts/resources/contract.ts';
import type { Translate } from '../../i18n.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/table/types.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { ControlCell } from '../capacity/index.ts';

const tones: Record<Resource['state'], Tone> = {
  running: 'ok',
  paused: 'neutral',
  starting: 'info',
  stopping: 'info',
  resizing: 'info',
  failed: 'err',
  unknown: 'warn',
};

/** The sort key of a column. */
export function sortText(row: Resource, column: string): string {
  const values: Record<string, string | null> = {
    resourceGroup: row.resourceGroup,
    state: row.state,
    account: row.accountName,
    size: row.size ?? row.currentSize,
  };
  return values[column] ?? row.name;
}

type Props = {
  t: Translate;
  /** Where a controlled capacity is shown. */
  getHref: (row: Resource) => string | null;
  onTake: (row: Resource) => void;
};

export function resourceColumns({ t, getHref, onTake }: Props): Column<Resource>[] {
  return [
    {
      id: 'name',
      header: t('service.resources.name'),
      rowHeader: true,
      sortable: true,
      phone: 'name',
      cell: (row) => (
        <span className="resource-name">
          <Name row={row} href={getHref(row)} />
          {row.kind && <span className="muted small">{t(`service.resources.kind.${row.kind}`)}</span>}
        </span>
      ),
    },
    {
      id: 'state',
      header: t('service.column.state'),
      sortable: true,
      phone: 'status',
      cell: (row) => <Badge tone={tones[row.state]}>{t(`service.resources.state.${row.state}`)}</Badge>,
    },
    { id: 'resourceGroup', header: t('service.resources.group'), sortable: true, cell: (row) => row.resourceGroup ?? '–' },
    { id: 'size', header: t('service.resources.size'), sortable: true, phone: 'fact', cell: (row) => row.size ?? '–' },
    { id: 'currentSize', header: t('service.resources.currentSize'), cell: (row) => row.currentSize ?? t('service.resources.none') },
    { id: 'region', header: t('service.resources.region'), muted: true, cell: (row) => row.region || '–' },
    { id: 'control', header: t('capacity.column.control'), cell: (row) => <ControlCell row={row} onTake={() => onTake(row)} /> },
    { id: 'account', header: t('service.column.account'), sortable: true, muted: true, cell: (row) => row.accountName },
  ];
}

/** The same columns as text for a file. */
export const fileCells = (t: Translate, getControl: (row: Resource) => string | null) => [
  {
    id: 'name',
    header: t('service.resources.name'),
    value: (row: Resource) => (row.kind ? `${row.name} · ${t(`service.resources.kind.${row.kind}`)}` : row.name),
  },
  { id: 'state', header: t('service.column.state'), value: (row: Resource) => t(`service.resources.state.${row.state}`) },
  { id: 'resourceGroup', header: t('service.resources.group'), value: (row: Resource) => row.resourceGroup },
  { id: 'size', header: t('service.resources.size'), value: (row: Resource) => row.size },
  { id: 'currentSize', header: t('service.resources.currentSize'), value: (row: Resource) => row.currentSize },
  { id: 'region', header: t('service.resources.region'), value: (row: Resource) => row.region },
  { id: 'control', header: t('capacity.column.control'), value: getControl },
  { id: 'account', header: t('service.column.account'), value: (row: Resource) => row.accountName },
];

function Name({ row, href }: { row: Resource; href: string | null }) {
  if (!href) return row.name;
  return (
    <UiLink className="link" href={href}>
      {row.name}
    </UiLink>
  );
}
