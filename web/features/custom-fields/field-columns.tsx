import type { ManagedField } from '../../../domain/custom-fields/contract.ts';
import { getLabel } from '../../../domain/custom-fields/field.ts';
import { formatDate } from '../../../domain/format/date.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { Translate } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { IconLock } from '../../ui/icons.ts';
import type { Column } from '../../ui/table/types.ts';
import { UiLink } from '../../ui/UiLink.tsx';

type Words = { t: Translate; language: Language; own: Language; zone: string; getHref: (field: ManagedField) => string };

/** The field's further uses, in words. */
export const getTraits = (field: ManagedField, t: Translate): string[] => [
  ...(field.required ? [t('customFields.trait.required')] : []),
  ...(field.searchable ? [t('customFields.trait.searchable')] : []),
  ...(field.identity ? [t('customFields.trait.identity')] : []),
  ...(field.mine && field.global ? [t('customFields.trait.global')] : []),
];

export function fieldColumns({ t, language, own, zone, getHref }: Words): Column<ManagedField>[] {
  return [
    {
      id: 'label',
      header: t('customFields.column.label'),
      rowHeader: true,
      phone: 'name',
      cell: (field) => (
        <span className="custom-name">
          <UiLink href={getHref(field)}>{getLabel(field, language, own)}</UiLink>
          {!field.mine && <IconLock size={14} stroke={1.9} role="img" aria-label={t('customFields.above')} />}
          <code className="tiny muted">{field.key}</code>
        </span>
      ),
    },
    {
      id: 'type',
      header: t('customFields.column.type'),
      muted: true,
      phone: 'fact',
      cell: (field) => t(`customFields.type.${field.type}`),
    },
    {
      id: 'traits',
      header: t('customFields.column.traits'),
      muted: true,
      cell: (field) => getTraits(field, t).join(', ') || '–',
    },
    {
      id: 'state',
      header: t('customFields.column.state'),
      phone: 'status',
      cell: (field) =>
        field.state === 'deleted' ? (
          <Badge tone="err">{t('customFields.state.deletedUntil', { day: formatDate(language, new Date(field.goneAt ?? 0), zone) })}</Badge>
        ) : (
          <Badge tone={field.state === 'active' ? 'ok' : 'neutral'}>{t(`customFields.state.${field.state}`)}</Badge>
        ),
    },
  ];
}
