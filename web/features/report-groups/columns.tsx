import { buildRecord } from '../../../domain/fields/fields.ts';
import { formatDate } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import type { GroupRow } from '../../../domain/report-groups/contract.ts';
import { type GroupColumn, groupColumns, textNames } from '../../../domain/report-groups/fields.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { hueColor } from '../../../domain/themes/hues.ts';
import type { Translate } from '../../i18n.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/table/types.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { addresses, type Kind } from './kind.ts';

const tones: Record<GroupRow['visibility'], Tone> = { visible: 'ok', hidden: 'neutral', deleted: 'err' };

const Square = ({ hue }: { hue: number }) => <span className="hue-square" style={{ background: hueColor(hue) }} aria-hidden="true" />;

type Words = { t: Translate; language: Language; zone: string; editHref: (row: GroupRow) => string };

/** The columns of groups and sub-groups; a phone shows name, state, audience and number of reports. */
export function getColumns(kind: Kind, { t, language, zone, editHref }: Words): Column<GroupRow>[] {
  const columns: Record<GroupColumn, Omit<Column<GroupRow>, 'id'>> = {
    name: {
      header: t('groups.column.name'),
      rowHeader: true,
      sortable: true,
      phone: 'name',
      cell: (row) => (
        <span className="group-name">
          <Square hue={row.hue} />
          <UiLink href={editHref(row)}>{row.name}</UiLink>
        </span>
      ),
    },
    subgroups: {
      header: t('groups.column.subgroups'),
      muted: true,
      cell: (row) =>
        row.subgroups.length > 0 ? (
          <UiLink href={addresses.subgroups(row.id)} className="group-inside" data-tip={t('groups.subgroupsOf', { name: row.name })}>
            {row.subgroups.join(', ')}
          </UiLink>
        ) : (
          '–'
        ),
    },
    group: { header: t('groups.column.group'), muted: true, phone: 'fact', cell: (row) => row.groupName },
    ...buildRecord(textNames, (name) => ({
      header: t(`groups.column.${name}`),
      muted: true,
      cell: (row: GroupRow) => <span className="group-description">{row[name] || '–'}</span>,
    })),
    reports: {
      header: t('groups.column.reports'),
      align: 'right',
      sortable: true,
      cell: (row) => formatNumber(language, row.reports),
    },
    people: {
      header: t('groups.column.people'),
      phone: 'fact',
      cell: (row) => t(row.audience === 'chosen' ? 'groups.people.chosen' : 'groups.people', { count: row.people }),
    },
    visibility: {
      header: t('groups.column.visibility'),
      phone: 'status',
      cell: (row) => <Badge tone={tones[row.visibility]}>{t(`groups.visibility.${row.visibility}`)}</Badge>,
    },
    created: {
      header: t('groups.column.created'),
      sortable: true,
      muted: true,
      cell: (row) => <span className="num">{formatDate(language, new Date(row.createdAt), zone)}</span>,
    },
  };
  return groupColumns[kind].map((id) => ({ id, ...columns[id] }));
}
